import { Refusal } from "../../domain/http/refusal.ts";
import type { InboxItem } from "../../domain/sharing/inbox.ts";
import { inboxRoutes } from "../../domain/sharing/inbox-routes.ts";
import { maxLearnersOfTeacher, maxPersonNameLength, maxTeachers } from "../../domain/sharing/share-limits.ts";
import { limitCalls } from "../guards/guards.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { inboxes, profiles, shares, shareTeachers } from "../services.ts";
import { deliverShare } from "../sharing/deliver-share.ts";
import { hideClosedAccount } from "../sharing/hide-closed-account.ts";
import { linkProviders } from "../sharing/link-providers.ts";
import { findLink, type OpenedLink, refuseClosedLink } from "../sharing/open-link.ts";
import { linkUnknownRefusal } from "../sharing/share-refusals.ts";

const providers = {
  ...linkProviders,
  inboxes: pickMethods(inboxes, "addShare", "getShare", "listLearners", "putLearner"),
  profiles: pickMethods(profiles, "get"),
  shares: pickMethods(shares, "get", "addTeacher"),
  shareTeachers: pickMethods(shareTeachers, "get", "list", "put"),
};
type Services = ProvidedServices<typeof providers>;
type KeepCall = Pick<RouteCall<"keep-share">, "caller" | "body" | "request">;

async function joinLearner({ key, share }: OpenedLink, teacherId: string, services: Services): Promise<void> {
  const [learners, teachers, profile] = await Promise.all([
    services.inboxes.listLearners(teacherId),
    services.shareTeachers.list(key.userId),
    services.profiles.get(teacherId),
  ]);
  const hasLearner = learners.some(({ learner_id }) => learner_id === key.userId);
  const hasTeacher = teachers.some(({ teacher_id }) => teacher_id === teacherId);
  if (!hasLearner && learners.length >= maxLearnersOfTeacher) {
    throw new Refusal("inbox_full", `Your inbox has ${maxLearnersOfTeacher} learners, which is the most.`);
  }
  if (!hasTeacher && teachers.length >= maxTeachers) {
    throw new Refusal("inbox_full", `This learner has ${maxTeachers} teachers, which is the most.`);
  }
  const since = services.clock.now().toISOString();
  if (!hasLearner) await services.inboxes.putLearner(teacherId, { learner_id: key.userId, name: share.asker, since });
  if (!hasTeacher) {
    const name = (profile?.full_name ?? "").slice(0, maxPersonNameLength) || "?";
    await services.shareTeachers.put(key.userId, { teacher_id: teacherId, name, since });
  }
}

async function keep({ caller, body, request }: KeepCall, services: Services): Promise<InboxItem> {
  const opened = await findLink(body.token, request.sourceAddress, services);
  const { key, share, teacherId } = opened;
  if (teacherId !== null && teacherId !== caller.userId) throw linkUnknownRefusal();
  refuseClosedLink(opened, services.clock.now());
  if (key.userId === caller.userId)
    throw new Refusal("bad_request", "This link is your own, so you cannot keep it in your inbox.");
  await joinLearner(opened, caller.userId, services);
  const kept = await deliverShare(key, share, caller.userId, services);
  if (!kept) throw linkUnknownRefusal();
  const { link_hash: _, ...item } = kept;
  return item;
}

/**
 * Puts the share of a learner's link into the caller's inbox, and makes the caller a teacher of the learner. A call may
 * be repeated.
 * @throws Refusal "link_unknown", "link_ended", "link_expired", "link_blocked", "inbox_full", those of
 * `limitCalls`, "bad_request" if the link is the caller's own
 */
export async function keepShare(call: KeepCall, services: Services): Promise<InboxItem> {
  await limitCalls(services.callCounts, "share-change", call.caller.userId);
  return hideClosedAccount(keep)(call, services);
}

export const handler = onLearnerHttp(inboxRoutes, "keep-share", keepShare, providers);
