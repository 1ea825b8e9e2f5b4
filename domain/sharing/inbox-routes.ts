import * as z from "zod/mini";
import { Instant, noBody, noParams, type Route } from "../http/route.ts";
import { LinkToken } from "./link-token.ts";
import { ShareId } from "./share.ts";

/** "unheard": not opened yet. "answered": the teacher has commented or marked. */
export const inboxStates = ["unheard", "heard", "answered"] as const;

export const InboxItem = z.object({
  share_id: ShareId,
  learner_id: z.string(),
  learner_name: z.string(),
  question: z.string(),
  kind: z.enum(["dialogue", "exam"]),
  /** Titles of the dialogues. */
  titles: z.array(z.string()),
  created_at: Instant,
  expires_at: Instant,
  state: z.enum(inboxStates),
});
export type InboxItem = z.infer<typeof InboxItem>;

export const Inbox = z.object({
  /** The newest first. Shares that have ended are left out. */
  items: z.array(InboxItem),
  learners: z.array(z.object({ learner_id: z.string(), name: z.string(), since: Instant })),
});
export type Inbox = z.infer<typeof Inbox>;

/** Calls of teachers: learners who collect the shares of others in an inbox. */
export const inboxRoutes = {
  "get-inbox": {
    method: "GET",
    path: "/inbox",
    access: "user",
    params: noParams,
    body: noBody,
    response: Inbox,
  },
  /** Puts the share of a link into the caller's inbox. The learner can send further shares there. */
  "keep-share": {
    method: "POST",
    path: "/inbox",
    access: "user",
    params: noParams,
    body: z.strictObject({ token: LinkToken }),
    response: InboxItem,
  },
  /** Makes `token` a link for the caller alone, which opens the share as the caller. It replaces the caller's former one. */
  "open-inbox-share": {
    method: "POST",
    path: "/inbox/{shareId}/links",
    access: "user",
    params: z.object({ shareId: ShareId }),
    body: z.strictObject({ token: LinkToken }),
    response: z.object({ opened: z.literal(true) }),
  },
  "remove-inbox-share": {
    method: "DELETE",
    path: "/inbox/{shareId}",
    access: "user",
    params: z.object({ shareId: ShareId }),
    body: noBody,
    response: z.object({ removed: z.literal(true) }),
  },
  /** The teacher stops getting the learner's shares. */
  "remove-learner": {
    method: "DELETE",
    path: "/learners/{learnerId}",
    access: "user",
    params: z.object({ learnerId: z.uuid() }),
    body: noBody,
    response: z.object({ removed: z.literal(true) }),
  },
} as const satisfies Record<string, Route>;
