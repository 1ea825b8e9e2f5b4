import { accountRoutes } from "../../domain/accounts/account-routes.ts";
import type { Profile } from "../../domain/accounts/profile.ts";
import { Refusal } from "../../domain/http/refusal.ts";
import { type Call, onLearnerHttp } from "../http.ts";
import { only, type Provided } from "../providers.ts";
import { announce } from "../runtime/bus.ts";
import { bus, profiles } from "../services.ts";

const providers = { bus, profiles: only(profiles, "awaitLanguage") };
type Services = Provided<typeof providers>;

/**
 * Stores that the caller wants to hear of a language's first dialogues, or no longer does.
 * @throws Refusal "profile_not_found"
 */
export async function awaitLanguage(
  { caller, params, body }: Pick<Call<"await-language">, "caller" | "params" | "body">,
  services: Services,
): Promise<Profile> {
  const profile = await services.profiles.awaitLanguage(caller.userId, params.language, body.awaited);
  if (!profile) throw new Refusal("profile_not_found", "You have no profile yet. Please log in again.");
  await announce(services.bus, { type: "ProfileChanged", userId: caller.userId, profile });
  return profile;
}

export const handler = onLearnerHttp(accountRoutes, "await-language", awaitLanguage, providers);
