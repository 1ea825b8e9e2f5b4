import { segmentId } from "../../../../../domain/content/scenario.ts";
import type { ExamAttemptFacts, Marking, MarkingChange } from "../../../../../domain/exam/exam-attempt.ts";
import { isOwnMarker, markerOf, mergeChanges, type Place } from "../../../../../domain/exam/exam-marking.ts";
import { rateByMarking, type SegmentRating } from "../../../../../domain/study/segment-review.ts";
import { removeReview, saveReview } from "../../study/study.ts";
import { uuidOfText } from "../../study/uuid-of-text.ts";
import type { DialogueContent } from "./exam-content.tsx";
import { buildSheet, type SheetSegment } from "./sheet-view.ts";

type ReviewedMarking = {
  userId: string;
  attempt: Pick<ExamAttemptFacts, "dialogues">;
  /** The marking without the changes in `added`. */
  marking: Marking;
  contents: readonly DialogueContent[];
  added: readonly MarkingChange[];
};

/** `rating` is null if the segment is no longer marked. */
export type ChangedRating = Place & { rating: SegmentRating | null };

function ratingOf({ marked, units, notes }: SheetSegment): SegmentRating | null {
  return marked ? rateByMarking({ units, notes: notes.length }) : null;
}

export function changedRatings({
  attempt,
  marking,
  contents,
  added,
}: Omit<ReviewedMarking, "userId">): ChangedRating[] {
  const after = mergeChanges(marking.changes, added);
  if (!isOwnMarker(markerOf(after))) return [];
  const texts = contents.map((content) => (content.kind === "ready" ? content.segments : null));
  const sheetOf = (changes: readonly MarkingChange[]) => buildSheet({ attempt, texts, changes, recordings: [] });
  const before = sheetOf(marking.changes).map(ratingOf);
  return sheetOf(after).flatMap((segment, at): ChangedRating[] => {
    const rating = ratingOf(segment);
    const isSame = JSON.stringify(rating) === JSON.stringify(before[at] ?? null);
    return isSame ? [] : [{ dialogue: segment.dialogue, segment: segment.segment, rating }];
  });
}

/** The review's id depends on the marking and the segment, so a new rating replaces the previous review. */
export async function saveExamReviews({ userId, ...reviewed }: ReviewedMarking): Promise<void> {
  const { attempt, marking } = reviewed;
  for (const { dialogue, segment, rating } of changedRatings(reviewed)) {
    const of = attempt.dialogues[dialogue];
    if (!of) continue;
    const id = await uuidOfText(["marking", marking.marking_id, dialogue, segment].join(" "));
    const ref = { language: of.language, scenario_id: of.scenario_id, segment_id: segmentId(segment) };
    if (rating) await saveReview(userId, { item: { kind: "segment", ...ref }, ...rating, source: "exam" }, id);
    else await removeReview(userId, id);
  }
}
