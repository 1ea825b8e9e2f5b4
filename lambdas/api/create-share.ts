import { isExample } from "../../domain/content/scenario.ts";
import { Refusal } from "../../domain/http/refusal.ts";
import { hasPaidAccess } from "../../domain/plans/subscription.ts";
import type { NewShare, Share } from "../../domain/sharing/share.ts";
import { exceededAllowance, type LiveShare, sumSharedBytes } from "../../domain/sharing/share-access.ts";
import { shareRoutes } from "../../domain/sharing/share-routes.ts";
import { limitCalls } from "../guards/guards.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import {
  callCounts,
  clock,
  inboxes,
  shareLedger,
  shareLinks,
  shares,
  shareTeachers,
  subscriptions,
} from "../services.ts";
import { deliverShare } from "../sharing/deliver-share.ts";
import { shareEndedRefusal } from "../sharing/share-refusals.ts";
import { isLive, toShare } from "../sharing/to-share.ts";
import { hashToken } from "../store/share-links.ts";
import { rowExpiry, type ShareKey, type StoredShare } from "../store/share-rows.ts";

const providers = {
  callCounts: pickMethods(callCounts, "admit"),
  clock,
  inboxes: pickMethods(inboxes, "addShare"),
  shareLedger: pickMethods(shareLedger, "enter"),
  shareLinks: pickMethods(shareLinks, "put", "putOwner"),
  shares: pickMethods(shares, "get", "create", "addTeacher"),
  shareTeachers: pickMethods(shareTeachers, "list"),
  subscriptions: pickMethods(subscriptions, "get"),
};
type Services = ProvidedServices<typeof providers>;

const dayMs = 86_400_000;

/** Guests can read the dialogues of a share, so a learner without a paid plan shares examples only. */
function refuseForeignContent({ dialogues, recordings }: NewShare, isPaid: boolean): void {
  if (recordings.some(({ dialogue }) => dialogue >= dialogues.length)) {
    throw new Refusal("bad_request", "body, recordings: A recording belongs to no dialogue");
  }
  if (!isPaid && dialogues.some(({ scenario_id }) => !isExample(scenario_id))) {
    throw new Refusal("premium_required", "Without a paid plan, you can share recordings of examples only.");
  }
}

function refuseTooMuch(live: readonly LiveShare[], added: LiveShare, isPaid: boolean): void {
  const exceeded = exceededAllowance(live, added, isPaid);
  if (exceeded?.limit === "links") {
    throw new Refusal("too_many_links", `Your plan allows ${exceeded.most} links at a time. End links to make room.`);
  }
  if (exceeded?.limit === "bytes") {
    const message = `All your links together may have ${exceeded.most / 1_000_000} MB of recordings. End links, or share fewer recordings.`;
    throw new Refusal("too_much_audio", message);
  }
}

/** Returns null if the share was deleted meanwhile. */
async function storeShare(key: ShareKey, body: NewShare, services: Services): Promise<StoredShare | null> {
  const now = services.clock.now();
  const { token, days, teachers: _, ...share } = body;
  const isPaid = hasPaidAccess(await services.subscriptions.get(key.userId), now);
  refuseForeignContent(body, isPaid);
  await limitCalls(services.callCounts, "new-share-day", key.userId);
  await limitCalls(services.callCounts, "new-share-month", key.userId);
  const link_expires_at = new Date(now.getTime() + days * dayMs).toISOString();
  if (!(await services.shareLinks.putOwner(key, rowExpiry(link_expires_at)))) {
    throw new Refusal("bad_request", "address, shareId: This id is taken");
  }
  const added = { share_id: key.shareId, bytes: sumSharedBytes(body.recordings) };
  await services.shareLedger.enter(key.userId, { ...added, ends_at: link_expires_at }, now, (live) =>
    refuseTooMuch(live, added, isPaid),
  );
  const times = { created_at: now.toISOString(), link_expires_at };
  await services.shares.create(key, { ...share, ...times, link_hash: hashToken(token) });
  return services.shares.get(key);
}

/**
 * Repeating a failed call completes it.
 * @throws Refusal "premium_required", "too_many_links", "too_much_audio", "share_ended", "bad_request",
 * "changed_meanwhile", and those of `limitCalls`
 */
export async function createShare(
  { caller, params, body }: Pick<RouteCall<"create-share">, "caller" | "params" | "body">,
  services: Services,
): Promise<Share> {
  const key = { userId: caller.userId, shareId: params.shareId };
  const share = (await services.shares.get(key)) ?? (await storeShare(key, body, services));
  if (!share || !isLive(share, services.clock.now())) throw shareEndedRefusal();
  const hash = hashToken(body.token);
  const link = { user_id: key.userId, share_id: key.shareId };
  const isOwn = share.link_hash === hash && (await services.shareLinks.put(hash, link, share.expires_at));
  if (!isOwn) throw new Refusal("changed_meanwhile", "The link could not be created. Please try again.");
  const known = await services.shareTeachers.list(key.userId);
  const chosen = known.filter(({ teacher_id }) => body.teachers.includes(teacher_id));
  const delivered = await Promise.all(
    chosen.map(async ({ teacher_id }) => (await deliverShare(key, share, teacher_id, services)) && teacher_id),
  );
  const teachers = new Set([...share.teachers, ...delivered.filter((teacher) => teacher !== null)]);
  return toShare({ ...share, teachers: [...teachers].sort() });
}

export const handler = onLearnerHttp(shareRoutes, "create-share", createShare, providers);
