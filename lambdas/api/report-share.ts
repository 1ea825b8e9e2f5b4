import { Refusal } from "../../domain/http/refusal.ts";
import { guestRoutes } from "../../domain/sharing/guest-routes.ts";
import { limitCalls } from "../guards/guards.ts";
import { onHttp, type RouteCall } from "../http.ts";
import { renderReportMail } from "../mail/report-mail.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { mailer, shareReports, supportEmail } from "../services.ts";
import { linkProviders } from "../sharing/link-providers.ts";
import { findLink } from "../sharing/open-link.ts";

const providers = {
  ...linkProviders,
  mailer,
  shareReports: pickMethods(shareReports, "add", "noteSent"),
  supportEmail,
};
type Services = ProvidedServices<typeof providers>;

/**
 * A repeated call may send another email, because the first may have failed.
 * @throws Refusal "link_unknown", "too_many_requests", "mail_unavailable", "changed_meanwhile"
 */
export async function reportShare(
  { body, request }: Pick<RouteCall<"report-share">, "body" | "request">,
  services: Services,
) {
  const { key } = await findLink(body.token, request.sourceAddress, services);
  await limitCalls(services.callCounts, "share-report-link", key.shareId);
  const added = await services.shareReports.add(key, body.reason, services.clock.now());
  if (added === "busy") throw new Refusal("mail_unavailable", "The report could not be sent. Please try again later.");
  if (added !== "enough") {
    await services.mailer.send({ to: services.supportEmail, ...renderReportMail(key.shareId, body.reason) });
    await services.shareReports.noteSent(key, added);
  }
  return { reported: true as const };
}

export const handler = onHttp(guestRoutes, "report-share", reportShare, providers);
