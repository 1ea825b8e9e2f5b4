import * as z from "zod/mini";
import type { LanguageName } from "../content/language.ts";
import { hasPaidAccess, Subscription } from "../plans/subscription.ts";
import { Profile } from "./profile.ts";

export const Email = z.pipe(z.string().check(z.trim(), z.toLowerCase(), z.maxLength(320)), z.email());

export const identityProviders = ["email", "google"] as const;
export type IdentityProvider = (typeof identityProviders)[number];

export const Account = z.object({
  profile: Profile,
  subscription: z.nullable(Subscription),
  /** Number of the last study batch that the server has stored; 0 for none. Older servers do not send this field. */
  study_batch: z.optional(z.int().check(z.gte(0))),
});
export type Account = z.infer<typeof Account>;

export function paidLanguage(
  { profile, subscription }: Pick<Account, "profile" | "subscription">,
  now: Date,
): LanguageName | null {
  return hasPaidAccess(subscription, now) ? profile.language_preference : null;
}

export const ExportLink = z.object({
  url: z.url(),
  fileName: z.string(),
  expiresInSeconds: z.int().check(z.gte(1), z.lte(300)),
});
export type ExportLink = z.infer<typeof ExportLink>;
