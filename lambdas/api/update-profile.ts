import { accountRoutes } from "../../domain/accounts/account-routes.ts";
import type { Profile } from "../../domain/accounts/profile.ts";
import { Refusal } from "../../domain/http/refusal.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { publishOrLog } from "../runtime/event-bus.ts";
import { bus, profiles } from "../services.ts";

const providers = {
  bus,
  profiles: pickMethods(profiles, "update"),
};
type Services = ProvidedServices<typeof providers>;

export async function updateProfile(
  { caller, body }: Pick<RouteCall<"update-profile">, "caller" | "body">,
  services: Services,
): Promise<Profile> {
  const { full_name, language_preference } = body;
  const profile = await services.profiles.update(caller.userId, {
    ...(full_name === undefined ? {} : { full_name }),
    ...(language_preference === undefined ? {} : { language_preference }),
  });
  if (!profile) throw new Refusal("profile_not_found", "You have no profile yet. Please log in again.");
  await publishOrLog(services.bus, { type: "ProfileChanged", userId: caller.userId, profile });
  return profile;
}

export const handler = onLearnerHttp(accountRoutes, "update-profile", updateProfile, providers);
