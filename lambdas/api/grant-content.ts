import { hasPaidAccess } from "../../domain/plans/subscription.ts";
import { practiceRoutes } from "../../domain/practice/practice-routes.ts";
import { signGrants } from "../files/content-grants.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { countMetric } from "../runtime/log.ts";
import { clock, contentSigner, profiles, subscriptions } from "../services.ts";

const providers = {
  clock,
  contentSigner,
  profiles: pickMethods(profiles, "get"),
  subscriptions: pickMethods(subscriptions, "get"),
};
type Services = ProvidedServices<typeof providers>;

export async function grantContent(
  { caller, body }: Pick<RouteCall<"grant-content">, "caller" | "body">,
  services: Services,
) {
  const [profile, subscription] = await Promise.all([
    services.profiles.get(caller.userId),
    services.subscriptions.get(caller.userId),
  ]);
  const endedPlan = subscription !== null && subscription.plan_type !== "free";
  const isRefused = !hasPaidAccess(subscription, services.clock.now()) && (body?.language !== undefined || endedPlan);
  if (isRefused) countMetric("GrantsRefused");
  return { grants: await signGrants(subscription, [profile?.language_preference, body?.language], services) };
}

export const handler = onLearnerHttp(practiceRoutes, "grant-content", grantContent, providers);
