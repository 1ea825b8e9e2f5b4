import { accountRoutes } from "../../domain/accounts/account-routes.ts";
import type { Profile } from "../../domain/accounts/profile.ts";
import { Refusal } from "../../domain/http/refusal.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { publishOrLog } from "../runtime/event-bus.ts";
import { bus, profiles } from "../services.ts";

const providers = { bus, profiles: pickMethods(profiles, "awaitLanguage") };
type Services = ProvidedServices<typeof providers>;

/** @throws Refusal "profile_not_found" */
export async function awaitLanguage(
  { caller, params, body }: Pick<RouteCall<"await-language">, "caller" | "params" | "body">,
  services: Services,
): Promise<Profile> {
  const profile = await services.profiles.awaitLanguage(caller.userId, params.language, body.awaited);
  if (!profile) throw new Refusal("profile_not_found", "You have no profile yet. Please log in again.");
  await publishOrLog(services.bus, { type: "ProfileChanged", userId: caller.userId, profile });
  return profile;
}

export const handler = onLearnerHttp(accountRoutes, "await-language", awaitLanguage, providers);
