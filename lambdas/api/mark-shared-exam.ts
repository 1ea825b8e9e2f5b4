import type { ChangedMarking, MarkingChange } from "../../domain/exam/exam-attempt.ts";
import { Refusal } from "../../domain/http/refusal.ts";
import { guestRoutes } from "../../domain/sharing/guest-routes.ts";
import { markAttempt } from "../exams/mark-attempt.ts";
import { refuseClosed } from "../guards/guards.ts";
import { onHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { publishOrLog } from "../runtime/event-bus.ts";
import { bus, closedAccounts, examAttempts, examMarkings, feedbackNotices, inboxes, shareGuests } from "../services.ts";
import { admitGuest } from "../sharing/guest-identity.ts";
import { hideClosedAccount } from "../sharing/hide-closed-account.ts";
import { linkProviders } from "../sharing/link-providers.ts";
import { noteFeedback } from "../sharing/note-feedback.ts";
import { findLink, type OpenedLink, refuseClosedLink } from "../sharing/open-link.ts";
import { guestUnknownRefusal, linkUnknownRefusal } from "../sharing/share-refusals.ts";
import { attemptKeyOf } from "../sharing/shared-exam.ts";
import type { AttemptKey } from "../store/exam-attempts.ts";

const providers = {
  ...linkProviders,
  bus,
  closedAccounts: pickMethods(closedAccounts, "stateOf"),
  examAttempts: pickMethods(examAttempts, "get", "summarise"),
  examMarkings: pickMethods(examMarkings, "get", "replace", "remove"),
  feedbackNotices: pickMethods(feedbackNotices, "awaitMail"),
  inboxes: pickMethods(inboxes, "getShare", "noteState"),
  shareGuests: pickMethods(shareGuests, "admit", "rename", "noteMarking"),
};
type Services = ProvidedServices<typeof providers>;

function requireExam(opened: OpenedLink, changes: readonly MarkingChange[]): AttemptKey {
  const key = attemptKeyOf(opened);
  if (!key) throw new Refusal("bad_request", "body, token: This link has no exam");
  if (changes.some(({ type }) => type === "marker")) {
    throw new Refusal("bad_request", "body, changes: The marker is named by the guest's name");
  }
  return key;
}

/** A guest's browser may choose the id of another marking. So a marking that exists already is not claimed. */
async function claimMarking(
  { key, share }: OpenedLink,
  attemptKey: AttemptKey,
  guestId: string,
  services: Services,
): Promise<void> {
  if (share.guests[guestId]?.has_marking) return;
  if (await services.examMarkings.get(attemptKey, guestId)) throw guestUnknownRefusal();
  const now = services.clock.now();
  if (await services.shareGuests.noteMarking(key, guestId, now)) return;
  const present = await services.shares.get(key);
  if (present) refuseClosedLink({ share: present }, now);
  if (present?.deleted_guests.includes(guestId)) throw guestUnknownRefusal();
  throw linkUnknownRefusal();
}

/**
 * If the name is unchanged, the change has a fixed time. So a repeated call makes the same change, unless the first
 * call renamed the guest.
 */
function markerChange({ share }: OpenedLink, guestId: string, name: string, now: Date): MarkingChange {
  const known = share.guests[guestId];
  return { type: "marker", changed_at: known?.name === name ? known.created_at : now.toISOString(), name };
}

/**
 * @throws Refusal "link_unknown", "link_ended", "link_expired", "link_blocked", "guest_unknown", "too_many_guests",
 * "too_many_requests", those of `markAttempt`, and those of `refuseClosed`, which the handler replaces
 */
export async function markSharedExam(
  { body, request }: Pick<RouteCall<"mark-shared-exam">, "body" | "request">,
  services: Services,
): Promise<ChangedMarking> {
  const now = services.clock.now();
  const found = await findLink(body.token, request.sourceAddress, services);
  await refuseClosed(services.closedAccounts, found.key.userId);
  refuseClosedLink(found, now);
  const attemptKey = requireExam(found, body.changes);
  const { guestId, opened } = await admitGuest(found, body, now, services);
  await claimMarking(opened, attemptKey, guestId, services);
  const changes = [...body.changes, markerChange(found, guestId, body.name, now)];
  const sent = { marking_id: guestId, created_at: body.created_at, changes };
  const changed = await markAttempt(attemptKey, sent, now, services);
  await publishOrLog(services.bus, { type: "ExamChanged", ...attemptKey });
  await noteFeedback(opened, now, services);
  return changed;
}

export const handler = onHttp(guestRoutes, "mark-shared-exam", hideClosedAccount(markSharedExam), providers);
