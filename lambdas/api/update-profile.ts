import { accountRoutes } from "../../domain/accounts/account-routes.ts";
import type { Profile } from "../../domain/accounts/profile.ts";
import { Refusal } from "../../domain/http/refusal.ts";
import { type Call, onLearnerHttp } from "../http.ts";
import { only, type Provided } from "../providers.ts";
import { announce } from "../runtime/bus.ts";
import { bus, profiles } from "../services.ts";

const providers = {
  bus,
  profiles: only(profiles, "update"),
};
type Services = Provided<typeof providers>;

/** Changes the caller's name or language preference. */
export async function updateProfile(
  { caller, body }: Pick<Call<"update-profile">, "caller" | "body">,
  services: Services,
): Promise<Profile> {
  const { full_name, language_preference } = body;
  const profile = await services.profiles.update(caller.userId, {
    ...(full_name === undefined ? {} : { full_name }),
    ...(language_preference === undefined ? {} : { language_preference }),
  });
  if (!profile) throw new Refusal("profile_not_found", "You have no profile yet. Please log in again.");
  await announce(services.bus, { type: "ProfileChanged", userId: caller.userId, profile });
  return profile;
}

export const handler = onLearnerHttp(accountRoutes, "update-profile", updateProfile, providers);
