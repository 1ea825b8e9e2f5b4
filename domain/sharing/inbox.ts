import * as z from "zod/mini";
import { Instant } from "../http/route.ts";
import { ShareId } from "./share.ts";

/** "unheard": not yet opened from the inbox. "answered": the teacher has commented or marked. */
export const inboxStates = ["unheard", "heard", "answered"] as const;

export const InboxItem = z.object({
  share_id: ShareId,
  learner_id: z.string(),
  learner_name: z.string(),
  question: z.string(),
  kind: z.enum(["dialogue", "exam"]),
  titles: z.array(z.string()),
  created_at: Instant,
  expires_at: Instant,
  state: z.enum(inboxStates),
});
export type InboxItem = z.infer<typeof InboxItem>;

export const Inbox = z.object({
  /** The newest first. */
  items: z.array(InboxItem),
  learners: z.array(z.object({ learner_id: z.string(), name: z.string(), since: Instant })),
});
export type Inbox = z.infer<typeof Inbox>;
