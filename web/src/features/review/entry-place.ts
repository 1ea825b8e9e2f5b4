import type { StudyRating } from "../../../../domain/study/study-change.ts";

export type EntryPlace = {
  /** Such as "3 of 12 left". */
  left: string;
  /** True for a repeat of an entry that was rated "again" in this session. */
  isRepeat: boolean;
  /** True for every entry after the first. */
  isLater: boolean;
  isLast: boolean;
  onRated: (rating: StudyRating) => void;
  onNext: () => void;
  onEnd: () => void;
};
