import * as z from "zod/mini";
import { noBody, noParams, type Route } from "../http/route.ts";
import { Inbox, InboxItem } from "./inbox.ts";
import { LinkToken } from "./link-token.ts";
import { ShareId } from "./share.ts";

/** Calls of teachers: users who collect the shares of learners in an inbox. */
export const inboxRoutes = {
  "get-inbox": {
    method: "GET",
    path: "/inbox",
    access: "user",
    params: noParams,
    body: noBody,
    response: Inbox,
  },
  /** Puts the share of a link into the caller's inbox. The learner can then send further shares to this inbox. */
  "keep-share": {
    method: "POST",
    path: "/inbox",
    access: "user",
    params: noParams,
    body: z.strictObject({ token: LinkToken }),
    response: InboxItem,
  },
  /**
   * Creates a link to the share for the caller, with the token `token`. The new link replaces the caller's former link.
   */
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
  /** Ends the teacher's access to the learner's shares. */
  "remove-learner": {
    method: "DELETE",
    path: "/learners/{learnerId}",
    access: "user",
    params: z.object({ learnerId: z.uuid() }),
    body: noBody,
    response: z.object({ removed: z.literal(true) }),
  },
} as const satisfies Record<string, Route>;
