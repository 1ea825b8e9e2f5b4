import type { CommentKind } from "../../../domain/sharing/share-comment.ts";

export const commentKindNames: Readonly<Record<CommentKind, string>> = {
  meaning: "Meaning",
  term: "Term",
  language: "Language",
  delivery: "Delivery",
  praise: "Praise",
};
