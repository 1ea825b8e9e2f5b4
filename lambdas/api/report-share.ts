import { guestRoutes } from "../../domain/sharing/guest-routes.ts";
import { limitCalls } from "../guards/guards.ts";
import { onHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { countMetric } from "../runtime/log.ts";
import { callCounts, clock, inboxes, shareGuests, shareLinks, shares, shareTeachers } from "../services.ts";
import { findLink } from "../sharing/open-link.ts";

const providers = {
  callCounts: pickMethods(callCounts, "admit"),
  clock,
  inboxes: pickMethods(inboxes, "getShare"),
  shareGuests: pickMethods(shareGuests, "report"),
  shareLinks: pickMethods(shareLinks, "find"),
  shares: pickMethods(shares, "get"),
  shareTeachers: pickMethods(shareTeachers, "get"),
};
type Services = ProvidedServices<typeof providers>;

/**
 * Reports the contents of a link to the operator. The log names the share, which the operator's command takes down.
 * @throws Refusal "link_unknown", "too_many_requests"
 */
export async function reportShare(
  { body, request }: Pick<RouteCall<"report-share">, "body" | "request">,
  services: Services,
) {
  const { key } = await findLink(body.token, request.sourceAddress, services);
  await limitCalls(services.callCounts, "share-report-link", key.shareId);
  await services.shareGuests.report(key, body.reason, services.clock.now());
  countMetric("SharesReported", { share: key.shareId });
  return { reported: true as const };
}

export const handler = onHttp(guestRoutes, "report-share", reportShare, providers);
