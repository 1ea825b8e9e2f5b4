import type { CommentKind } from "../../../domain/sharing/share-comment.ts";

/** The same words for guests, who choose a kind, and for learners, who read it. */
export const commentKindNames: Readonly<Record<CommentKind, string>> = {
  meaning: "Meaning",
  term: "Term",
  language: "Language",
  delivery: "Delivery",
  praise: "Praise",
};
