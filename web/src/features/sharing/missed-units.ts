import { useEffect } from "react";
import { segmentId } from "../../../../domain/content/scenario.ts";
import type { ReceivedComment } from "../../../../domain/sharing/share-comment.ts";
import type { ShareWithComments } from "../../../../domain/sharing/share-routes.ts";
import type { MissedUnit, Review } from "../../../../domain/study/study-change.ts";
import { saveReview } from "../study/study.ts";
import { findReviewChange } from "../study/study-data.ts";
import { uuidOfText } from "../study/uuid-of-text.ts";

type NamedReview = { key: string; review: Omit<Review, "day" | "made_at"> & { missed: MissedUnit[] } };

function missedUnitsOf(comments: readonly ReceivedComment[]): MissedUnit[] {
  const bySign = new Map(comments.flatMap(({ unit }) => (unit ? [[unit.sign, unit] as const] : [])));
  const units = [...bySign.values()].map(({ sign, kind }) => ({ sign, kind }));
  return units.sort((one, other) => (one.sign < other.sign ? -1 : 1));
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
    const key = ["feedback", share.share_id, dialogue, segment].join(" ");
    return [{ key, review: { item, rating: "again", missed, source: "feedback" } }];
  });
}

const signsOf = (missed: readonly MissedUnit[]) => missed.map(({ sign }) => sign).join(" ");

/**
 * The review's id depends on the share and the segment. So a review with other missed units replaces the previous one,
 * and two devices do not save the same review under different ids.
 */
export async function saveReviewsOfComments(userId: string, feedback: ShareWithComments): Promise<void> {
  for (const { key, review } of reviewsOfComments(feedback)) {
    const id = await uuidOfText(key);
    const known = (await findReviewChange(userId, id))?.review;
    if (signsOf(known?.missed ?? []) !== signsOf(review.missed)) await saveReview(userId, review, id);
  }
}

export function useMissedUnitsOfComments(userId: string, feedback: ShareWithComments): void {
  useEffect(() => void saveReviewsOfComments(userId, feedback), [userId, feedback]);
}
