import type { StudyRating } from "../../../../domain/study/study-change.ts";

/** The place of an entry in its session, and the ways out of it. */
export type EntryPlace = {
  /** Such as "3 of 12 left". */
  left: string;
  /** True for an entry that was rated "again" in this session. */
  isRepeat: boolean;
  /** True after the first entry, so that the focus follows the change. */
  isLater: boolean;
  isLast: boolean;
  onRated: (rating: StudyRating) => void;
  onNext: () => void;
  onEnd: () => void;
};
