import { maxSavedComments } from "./share-limits.ts";

/**
 * Returns the teacher's reusable comments with a new one, oldest first. Returns null if there is no room, and the
 * teacher has not agreed to replace the comment that is the oldest now.
 */
export function addSavedComment(
  known: readonly string[],
  { comment, replaced }: { comment: string; replaced: string | null },
): readonly string[] | null {
  if (known.includes(comment)) return known;
  if (known.length < maxSavedComments) return [...known, comment];
  return known[0] === replaced ? [...known.slice(1), comment] : null;
}
