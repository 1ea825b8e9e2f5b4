import { type EventBus, publishOrLog } from "../runtime/event-bus.ts";
import type { FeedbackNoticeStore } from "../store/feedback-notices.ts";
import type { InboxStore } from "../store/inboxes.ts";
import type { OpenedLink } from "./open-link.ts";

export type FeedbackServices = {
  bus: EventBus;
  feedbackNotices: Pick<FeedbackNoticeStore, "awaitMail">;
  inboxes: Pick<InboxStore, "noteState">;
};

export async function noteFeedback(
  { key, teacherId }: OpenedLink,
  now: Date,
  services: FeedbackServices,
): Promise<void> {
  await services.feedbackNotices.awaitMail(key.userId, key.shareId, now);
  if (teacherId !== null) await services.inboxes.noteState(teacherId, key.shareId, "answered");
  await publishOrLog(services.bus, { type: "ShareChanged", ...key });
}
