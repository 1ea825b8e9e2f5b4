import * as z from "zod/mini";
import { Subscription } from "../plans/subscription.ts";
import { Profile } from "./profile.ts";

/** Lower-cased and trimmed: one address is one account, however it is typed. */
export const Email = z.pipe(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(320)), z.email());

export const identityProviders = ["email", "google"] as const;
/** How an account signs in. */
export type IdentityProvider = (typeof identityProviders)[number];

/** The facts held on a learner. */
export const Account = z.object({ profile: Profile, subscription: z.nullable(Subscription) });
export type Account = z.infer<typeof Account>;

/** Where a learner fetches the file with everything that is held on them; see account-export.ts. */
export const ExportLink = z.object({
  url: z.url(),
  /** The name under which browsers keep it. */
  fileName: z.string(),
  /** How long the address is honoured, counted from the response. */
  expiresInSeconds: z.int().check(z.gte(1), z.lte(300)),
});
export type ExportLink = z.infer<typeof ExportLink>;
