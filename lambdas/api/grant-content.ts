import { exampleFolder } from "../../domain/content/scenario.ts";
import { accessEnd, hasPaidAccess, type Subscription } from "../../domain/plans/subscription.ts";
import { practiceRoutes } from "../../domain/practice/practice-routes.ts";
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

/** Lifetime of a grant, in seconds. The product's specification sets this lifetime for signed URLs. */
const grantSeconds = 3600;

/** A grant never outlives the paid access. */
function grantLifetimeSeconds(subscription: Subscription | null, now: Date): number {
  const end = subscription && accessEnd(subscription);
  if (!end) return grantSeconds;
  const secondsLeft = Math.floor((end.getTime() - now.getTime()) / 1000);
  return Math.max(1, Math.min(grantSeconds, secondsLeft));
}

/**
 * Signs permission for the examples and, with a paid plan, for the folder of the caller's language. A dialogue that is
 * open in another language stays readable, because a paid plan includes every language.
 * Why: docs/decisions/0026-content-grants.md
 */
export async function grantContent(
  { caller, body }: Pick<RouteCall<"grant-content">, "caller" | "body">,
  services: Services,
) {
  const now = services.clock.now();
  const [profile, subscription] = await Promise.all([
    services.profiles.get(caller.userId),
    services.subscriptions.get(caller.userId),
  ]);
  const grants = [services.contentSigner.grant(exampleFolder, grantSeconds)];
  if (hasPaidAccess(subscription, now)) {
    const languages = new Set([profile?.language_preference, body?.language].filter((language) => language != null));
    const seconds = grantLifetimeSeconds(subscription, now);
    for (const language of languages) grants.push(services.contentSigner.grant(`${language}/`, seconds));
  } else if (body?.language !== undefined || (subscription && subscription.plan_type !== "free")) {
    countMetric("GrantsRefused");
  }
  return { grants: await Promise.all(grants) };
}

export const handler = onLearnerHttp(practiceRoutes, "grant-content", grantContent, providers);
