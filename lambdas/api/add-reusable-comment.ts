import { guestRoutes } from "../../domain/sharing/guest-routes.ts";
import { addSavedComment } from "../../domain/sharing/saved-comments.ts";
import { refuseClosed } from "../guards/guards.ts";
import { onHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { closedAccounts, inboxes } from "../services.ts";
import { hideClosedAccount } from "../sharing/hide-closed-account.ts";
import { linkProviders } from "../sharing/link-providers.ts";
import { findLink, refuseClosedLink } from "../sharing/open-link.ts";
import { commentsChangedRefusal, notTeacherRefusal } from "../sharing/share-refusals.ts";

const providers = {
  ...linkProviders,
  closedAccounts: pickMethods(closedAccounts, "stateOf"),
  inboxes: pickMethods(inboxes, "getShare", "changeComments"),
};
type Services = ProvidedServices<typeof providers>;

/**
 * @throws Refusal "not_a_teacher" if the link is not a teacher's, "link_unknown", "link_ended", "link_expired",
 * "link_blocked", "too_many_requests", "changed_meanwhile", and those of `refuseClosed`, which the handler replaces
 */
export async function addReusableComment(
  { body, request }: Pick<RouteCall<"add-reusable-comment">, "body" | "request">,
  services: Services,
) {
  const opened = await findLink(body.token, request.sourceAddress, services);
  const { teacherId } = opened;
  if (teacherId === null) throw notTeacherRefusal();
  refuseClosedLink(opened, services.clock.now());
  await refuseClosed(services.closedAccounts, teacherId);
  const isAdded = await services.inboxes.changeComments(teacherId, (known) => addSavedComment(known, body));
  if (!isAdded) throw commentsChangedRefusal();
  return { saved: true as const };
}

export const handler = onHttp(guestRoutes, "add-reusable-comment", hideClosedAccount(addReusableComment), providers);
