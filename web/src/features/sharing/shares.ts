import { type QueryClient, useMutation, useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { Instant } from "../../../../domain/http/route.ts";
import { LinkToken, linkTokenBytes, shareUrl, toLinkId, toLinkToken } from "../../../../domain/sharing/link-token.ts";
import type { Share } from "../../../../domain/sharing/share.ts";
import { closedReason } from "../../../../domain/sharing/share-access.ts";
import type { ReceivedComment } from "../../../../domain/sharing/share-comment.ts";
import type { ShareList, ShareWithComments } from "../../../../domain/sharing/share-routes.ts";
import { callApi } from "../../api.ts";
import { hashText } from "../../browser/hash-text.ts";
import { serverNow } from "../../browser/server-time.ts";
import { parseStored, readStored, removeStored, writeStored } from "../../browser/storage.ts";
import { stored } from "../../browser/stored.ts";
import { messages } from "../../messages.ts";
import { freshness, refetchByKey } from "../../query-freshness.ts";
import { showToast } from "../../ui/toasts.ts";
import { cancelUploads } from "./uploads.ts";

const sharesKey = (userId: string) => ["shares", userId] as const;
const shareKey = (userId: string, shareId: string) => [...sharesKey(userId), shareId] as const;

const shareListQuery = (userId: string) => ({
  queryKey: [...sharesKey(userId), "list"],
  queryFn: () => callApi("list-shares", {}),
  ...freshness.shares,
});

export function useShares(userId: string) {
  return useQuery(shareListQuery(userId));
}

const shareQuery = (userId: string, shareId: string) => ({
  queryKey: shareKey(userId, shareId),
  queryFn: () => callApi("get-share", { params: { shareId } }),
  ...freshness.share,
});

/** @throws ApiError */
export function loadShare(queries: QueryClient, userId: string, shareId: string): Promise<ShareWithComments> {
  return queries.fetchQuery(shareQuery(userId, shareId));
}

export function useShare(userId: string, shareId: string) {
  return useQuery(shareQuery(userId, shareId));
}

export function useExamComments(userId: string, attemptId: string): readonly ReceivedComment[] {
  const shares = useShares(userId).data?.shares ?? [];
  const commented = shares.filter(
    ({ subject, comments }) => subject.kind === "exam" && subject.attempt_id === attemptId && comments > 0,
  );
  return useQueries({
    queries: commented.map(({ share_id }) => shareQuery(userId, share_id)),
    combine: (results) => results.flatMap(({ data }) => data?.comments ?? []),
  });
}

export async function refetchShares(queries: QueryClient, userId: string): Promise<void> {
  await refetchByKey(queries, sharesKey(userId));
}

export function newLinkToken(): string {
  return toLinkToken(crypto.getRandomValues(new Uint8Array(linkTokenBytes)));
}

const StoredLink = z.object({ token: LinkToken, link_id: z.string() });

/** Keeps the token of a link in this browser, so that the learner can copy the link again. */
export async function rememberToken(userId: string, shareId: string, token: string): Promise<void> {
  const link: z.infer<typeof StoredLink> = { token, link_id: toLinkId(await hashText(token)) };
  writeStored(stored.shareToken, JSON.stringify(link), { learner: userId, name: shareId });
}

/** Returns null if this browser does not have the token of the share's present link. */
export function findShareUrl(
  userId: string,
  { share_id, link_id }: Pick<Share, "share_id" | "link_id">,
): string | null {
  const link = parseStored(readStored(stored.shareToken, { learner: userId, name: share_id }), StoredLink);
  return link?.link_id === link_id ? shareUrl(location.origin, link.token) : null;
}

const createdAtMs = ({ created_at }: ReceivedComment) => Date.parse(created_at);

export function noteKnownComments(userId: string, { share, comments }: ShareWithComments): void {
  const newest = comments.toSorted((one, other) => createdAtMs(other) - createdAtMs(one))[0];
  if (!newest) return;
  writeStored(stored.newestKnownComment, JSON.stringify(newest.created_at), { learner: userId, name: share.share_id });
}

/** @param since used if this browser has not yet noted a comment of the share, for example after a log-out */
export function hasNewComments(userId: string, { share, comments }: ShareWithComments, since: Date): boolean {
  const noted = parseStored(readStored(stored.newestKnownComment, { learner: userId, name: share.share_id }), Instant);
  const knownMs = noted === undefined ? since.getTime() : Date.parse(noted);
  return comments.some((comment) => createdAtMs(comment) > knownMs);
}

/** A block does not end a link, because the learner can unblock the link. */
export function isLinkLive(share: Share): boolean {
  const reason = closedReason(share, serverNow());
  return reason === null || reason === "blocked";
}

/** `replaceLink` and `revoke` show no toast after a failure, because their dialogs show the failure. */
export function useShareChanges(userId: string) {
  const queries = useQueryClient();
  const onSettled = () => refetchShares(queries, userId);
  const reported = {
    onError: ({ message }: Error) => void showToast(messages.feedbackNotChanged(message)),
    onSettled,
  };
  const setBlocked = useMutation({
    mutationFn: ({ share, isBlocked }: { share: Share; isBlocked: boolean }) =>
      callApi("change-share", { params: { shareId: share.share_id }, body: { is_blocked: isBlocked } }),
    ...reported,
  });
  const replaceLink = useMutation({
    mutationFn: async ({ share_id: shareId }: Share) => {
      const token = newLinkToken();
      const share = await callApi("change-share", { params: { shareId }, body: { token } });
      await rememberToken(userId, shareId, token);
      return share;
    },
    // Shows the new link even if the refetch fails.
    onSuccess: (share) =>
      queries.setQueryData<ShareList>(
        shareListQuery(userId).queryKey,
        (list) =>
          list && { ...list, shares: list.shares.map((each) => (each.share_id === share.share_id ? share : each)) },
      ),
    onSettled,
  });
  const revoke = useMutation({
    mutationFn: async ({ share, deletesComments }: { share: Share; deletesComments: boolean }) => {
      const { share_id: shareId } = share;
      const params = deletesComments ? { shareId, comments: "delete" as const } : { shareId };
      await callApi("revoke-share", { params });
      await cancelUploads(userId, shareId);
      removeStored(stored.shareToken, { learner: userId, name: shareId });
    },
    onSettled,
  });
  const deleteComment = useMutation({
    mutationFn: ({ shareId, commentId }: { shareId: string; commentId: string }) =>
      callApi("delete-share-comment", { params: { shareId, commentId } }),
    ...reported,
  });
  const setEmail = useMutation({
    mutationFn: (wanted: boolean) => callApi("set-feedback-email", { body: { wanted } }),
    ...reported,
  });
  const leaveTeacher = useMutation({
    mutationFn: (teacherId: string) => callApi("leave-teacher", { params: { teacherId } }),
    ...reported,
  });
  return { setBlocked, replaceLink, revoke, deleteComment, setEmail, leaveTeacher };
}

export type Teacher = ShareList["teachers"][number];
