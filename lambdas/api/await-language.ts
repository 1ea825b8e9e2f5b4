import { accountRoutes } from "../../domain/accounts/account-routes.ts";
import type { Profile } from "../../domain/accounts/profile.ts";
import { Refusal } from "../../domain/http/refusal.ts";
import { type Call, onLearnerHttp } from "../http.ts";
import { announce, type Bus } from "../runtime/bus.ts";
import { bus, profiles } from "../services.ts";
import type { Profiles } from "../store/profiles.ts";

/**
 * Stores that the caller wants to hear of a language's first dialogues, or no longer does.
 * @throws Refusal "profile_not_found"
 */
export async function awaitLanguage(
  { caller, params, body }: Pick<Call<"await-language">, "caller" | "params" | "body">,
  services: { profiles: Pick<Profiles, "awaitLanguage">; bus: Bus },
): Promise<Profile> {
  const profile = await services.profiles.awaitLanguage(caller.userId, params.language, body.awaited);
  if (!profile) throw new Refusal("profile_not_found", "There is no profile to change yet");
  await announce(services.bus, { type: "ProfileChanged", userId: caller.userId, profile });
  return profile;
}

export const handler = onLearnerHttp(accountRoutes, "await-language", awaitLanguage, { bus, profiles });
