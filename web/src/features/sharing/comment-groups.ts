import type { ReceivedComment } from "../../../../domain/sharing/share-comment.ts";

type Moment = Pick<ReceivedComment, "at_seconds">;

/** Comments that share one marker. `at` is the moment of the first comment, in seconds. */
export type CommentGroup<Comment extends Moment> = { at: number; comments: Comment[] };

/** Width of a marker as a share of the waveform: 24 px (WCAG 2.2, 2.5.8) of 300 px. */
const markerWidth = 0.08;

/** Position of a marker's middle, 0 to 1. Markers do not extend beyond the waveform. */
const middleOf = (at: number, seconds: number) =>
  Math.max(markerWidth / 2, Math.min(1 - markerWidth / 2, at / seconds));

/** Comments about the whole segment have no marker. */
export function groupComments<Comment extends Moment>(
  comments: readonly Comment[],
  seconds: number,
): CommentGroup<Comment>[] {
  const timed = comments.flatMap((comment) =>
    comment.at_seconds === null ? [] : [{ at: comment.at_seconds, comment }],
  );
  const groups: CommentGroup<Comment>[] = [];
  for (const { at, comment } of timed.toSorted((one, other) => one.at - other.at)) {
    const last = groups.at(-1);
    if (last && middleOf(at, seconds) - middleOf(last.at, seconds) < markerWidth) last.comments.push(comment);
    else groups.push({ at, comments: [comment] });
  }
  return groups;
}
