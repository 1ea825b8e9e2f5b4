import { useEffect } from "react";
import { segmentId } from "../../../../domain/content/scenario.ts";
import type { ReceivedComment } from "../../../../domain/sharing/share-comment.ts";
import type { ShareWithComments } from "../../../../domain/sharing/share-routes.ts";
import type { MissedUnit, Review } from "../../../../domain/study/study-change.ts";
import { saveReview } from "../study/study.ts";
import { loadStudyChanges } from "../study/study-data.ts";
import { uuidOfText } from "../study/uuid-of-text.ts";

/** `key` identifies the share, the segment and the missed units. */
type NamedReview = { key: string; review: Omit<Review, "day" | "made_at"> };

function missedUnitsOf(comments: readonly ReceivedComment[]): MissedUnit[] {
  const bySign = new Map(comments.flatMap(({ unit }) => (unit ? [[unit.sign, unit] as const] : [])));
  return [...bySign.values()].map(({ sign, kind }) => ({ sign, kind }));
}

export function reviewsOfComments({ share, comments }: ShareWithComments): NamedReview[] {
  const bySegment = Map.groupBy(comments, ({ dialogue, segment }) => `${dialogue} ${segment}`);
  return [...bySegment.values()].flatMap((ofSegment): NamedReview[] => {
    const missed = missedUnitsOf(ofSegment);
    const [{ dialogue, segment } = { dialogue: 0, segment: 0 }] = ofSegment;
    const of = share.dialogues[dialogue];
    if (missed.length === 0 || !of) return [];
    const item = {
      kind: "segment" as const,
      language: of.language,
      scenario_id: of.scenario_id,
      segment_id: segmentId(segment),
    };
    const signs = missed.map(({ sign }) => sign).sort();
    const key = ["feedback", share.share_id, dialogue, segment, ...signs].join(" ");
    return [{ key, review: { item, rating: "again", missed, source: "feedback" } }];
  });
}

/** Derives each review's id from `key`, so that two devices do not save the same review under different ids. */
async function saveNamedReviews(userId: string, feedback: ShareWithComments): Promise<void> {
  const reviews = reviewsOfComments(feedback);
  if (reviews.length === 0) return;
  const known = new Set(
    (await loadStudyChanges(userId)).flatMap(({ change }) => (change.type === "review" ? [change.id] : [])),
  );
  for (const { key, review } of reviews) {
    const id = await uuidOfText(key);
    if (!known.has(id)) await saveReview(userId, review, id);
  }
}

export function useMissedUnitsOfComments(userId: string, feedback: ShareWithComments): void {
  useEffect(() => void saveNamedReviews(userId, feedback), [userId, feedback]);
}
