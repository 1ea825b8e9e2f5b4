import * as z from "zod/mini";
import { noBody, noParams, type Route } from "../http/route.ts";
import { Inbox, InboxItem } from "./inbox.ts";
import { LinkToken } from "./link-token.ts";
import { ShareId } from "./share.ts";

/** Teachers are users who collect the shares of learners in an inbox. */
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
  /** Creates the caller's own link to the share, or replaces it. */
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
  /** Removes the learner's shares from the inbox, and ends the caller's own links to them. */
  "remove-learner": {
    method: "DELETE",
    path: "/learners/{learnerId}",
    access: "user",
    params: z.object({ learnerId: z.uuid() }),
    body: noBody,
    response: z.object({ removed: z.literal(true) }),
  },
} as const satisfies Record<string, Route>;
