import { guestRoutes } from "../../domain/sharing/guest-routes.ts";
import { limitCalls } from "../guards/guards.ts";
import { onHttp, type RouteCall } from "../http.ts";
import { renderReportMail } from "../mail/report-mail.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { mailer, shareGuests, supportEmail } from "../services.ts";
import { linkProviders } from "../sharing/link-providers.ts";
import { findLink } from "../sharing/open-link.ts";

const providers = {
  ...linkProviders,
  mailer,
  shareGuests: pickMethods(shareGuests, "report"),
  supportEmail,
};
type Services = ProvidedServices<typeof providers>;

/**
 * Reports a link to the operator by email. The email contains the share's id, with which the operator can take the
 * share down. After `maxReports` reports, a share causes no more emails.
 * @throws Refusal "link_unknown", "too_many_requests", "mail_unavailable"
 */
export async function reportShare(
  { body, request }: Pick<RouteCall<"report-share">, "body" | "request">,
  services: Services,
) {
  const { key } = await findLink(body.token, request.sourceAddress, services);
  await limitCalls(services.callCounts, "share-report-link", key.shareId);
  const isNoted = await services.shareGuests.report(key, body.reason, services.clock.now());
  if (isNoted) await services.mailer.send({ to: services.supportEmail, ...renderReportMail(key.shareId, body.reason) });
  return { reported: true as const };
}

export const handler = onHttp(guestRoutes, "report-share", reportShare, providers);
