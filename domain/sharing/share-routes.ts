import * as z from "zod/mini";
import { noBody, noParams, type Route } from "../http/route.ts";
import { LinkToken } from "./link-token.ts";
import { NewShare, placeFields, Share, ShareId } from "./share.ts";
import { CommentId, ReceivedComment } from "./share-comment.ts";
import { maxFormsPerRequest } from "./share-limits.ts";
import { RecordingUpload } from "./upload-form.ts";

const shareParams = z.object({ shareId: ShareId });

export const ShareList = z.object({
  shares: z.array(Share),
  teachers: z.array(z.object({ teacher_id: z.string(), name: z.string() })),
  wants_email: z.boolean(),
});
export type ShareList = z.infer<typeof ShareList>;

export const ShareWithComments = z.object({
  share: Share,
  comments: z.array(ReceivedComment),
  /** Signed URLs, so that the learner can hear the same audio as the guests. */
  recordings: z.array(z.object({ ...placeFields, url: z.url() })),
});
export type ShareWithComments = z.infer<typeof ShareWithComments>;

export const shareRoutes = {
  "create-share": {
    method: "PUT",
    path: "/shares/{shareId}",
    access: "user",
    params: shareParams,
    body: NewShare,
    response: Share,
  },
  "list-shares": {
    method: "GET",
    path: "/shares",
    access: "user",
    params: noParams,
    body: noBody,
    response: ShareList,
  },
  "get-share": {
    method: "GET",
    path: "/shares/{shareId}",
    access: "user",
    params: shareParams,
    body: noBody,
    response: ShareWithComments,
  },
  /**
   * Returns an upload form for each requested recording that has not arrived or was refused, and the places of those
   * that have arrived. A file may be stored seconds before its recording counts as arrived. Without a body, as older
   * pages send it, returns forms for the first `maxFormsPerRequest` recordings of the share that have not arrived.
   */
  "request-uploads": {
    method: "POST",
    path: "/shares/{shareId}/uploads",
    access: "user",
    params: shareParams,
    body: z.optional(
      z.strictObject({ places: z.array(z.object(placeFields)).check(z.minLength(1), z.maxLength(maxFormsPerRequest)) }),
    ),
    response: z.object({ uploads: z.array(RecordingUpload), received: z.array(z.object(placeFields)) }),
  },
  /** A `token` replaces the learner's link. The former link then stops working. */
  "change-share": {
    method: "PATCH",
    path: "/shares/{shareId}",
    access: "user",
    params: shareParams,
    body: z
      .strictObject({ is_blocked: z.optional(z.boolean()), token: z.optional(LinkToken) })
      .check(z.refine((change) => Object.keys(change).length > 0, "Nothing to change")),
    response: Share,
  },
  /** Ends the link and deletes its audio. `comments=delete` also deletes the comments and the share itself. */
  "revoke-share": {
    method: "DELETE",
    path: "/shares/{shareId}",
    access: "user",
    params: z.object({ shareId: ShareId, comments: z.optional(z.literal("delete")) }),
    body: noBody,
    response: z.object({ revoked: z.literal(true) }),
  },
  "delete-share-comment": {
    method: "DELETE",
    path: "/shares/{shareId}/comments/{commentId}",
    access: "user",
    params: z.object({ shareId: ShareId, commentId: CommentId }),
    body: noBody,
    response: z.object({ deleted: z.literal(true) }),
  },
  "set-feedback-email": {
    method: "PUT",
    path: "/feedback-email",
    access: "user",
    params: noParams,
    body: z.strictObject({ wanted: z.boolean() }),
    response: z.object({ wanted: z.boolean() }),
  },
  /**
   * Removes the teacher from the caller's teachers, and the caller with all shares from the teacher's inbox. Ends the
   * teacher's own links to these shares.
   */
  "leave-teacher": {
    method: "DELETE",
    path: "/teachers/{teacherId}",
    access: "user",
    params: z.object({ teacherId: z.uuid() }),
    body: noBody,
    response: z.object({ left: z.literal(true) }),
  },
} as const satisfies Record<string, Route>;
