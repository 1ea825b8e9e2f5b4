import { useState } from "react";
import { secondsOfWeek } from "../../../../domain/study/practice-time.ts";
import { isReviewable } from "../../../../domain/study/review-access.ts";
import { reviewQueue } from "../../../../domain/study/review-queue.ts";
import { readGoneReviews } from "../study/gone-reviews.ts";
import { type ScheduledStudy, useScheduledStudy } from "../study/study.ts";

export type StudyFacts = {
  study: ScheduledStudy["study"];
  /** Number of reviews that are left for today, within the daily limit. */
  due: number;
  /** Minutes of recordings of this day and the six days before. */
  minutes: number;
};

/** Returns undefined until the facts are loaded from this browser. */
export function useStudyFacts(userId: string, paid: boolean): StudyFacts | undefined {
  const scheduled = useScheduledStudy(userId);
  const [gone] = useState(() => readGoneReviews(userId));
  if (!scheduled) return undefined;
  const { study, items, today } = scheduled;
  const due = reviewQueue(
    study,
    items.filter((item) => isReviewable(item, paid) && !gone.has(item.key)),
    today,
  ).length;
  return { study, due, minutes: Math.round(secondsOfWeek(study, today) / 60) };
}
