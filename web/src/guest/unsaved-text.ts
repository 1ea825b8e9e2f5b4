import type { MarkingChange } from "../../../domain/exam/exam-attempt.ts";
import { notesOf } from "../../../domain/exam/exam-marking.ts";
import type { NewComment } from "../../../domain/sharing/share-comment.ts";
import { commentKindNames } from "../ui/comment-kind-names.ts";
import { errorKindNames } from "../ui/error-kind-names.ts";
import { momentText } from "../ui/moment.ts";
import type { CommentDraft, Drafts } from "./drafts.ts";

type Written = Pick<CommentDraft, "dialogue" | "segment" | "at_seconds" | "text"> & { kindName: string };

function lineOf({ dialogue, segment, at_seconds: at, kindName, text }: Written): string {
  const moment = at === null ? "" : `, ${momentText(at)}`;
  return `Dialogue ${dialogue + 1}, segment ${segment + 1}${moment} (${kindName}): ${text}`;
}

const commentText = ({ unit, text }: CommentDraft) => (unit ? `Missed “${unit.text}”. ${text}`.trim() : text);

type Unsaved = { drafts: Drafts; waiting: readonly NewComment[]; pending: readonly MarkingChange[] };

export function unsavedText({ drafts, waiting, pending }: Unsaved): string {
  const typed = Object.values(drafts.comments).filter(
    (draft) =>
      !waiting.some((sent) => sent.comment_id === draft.comment_id && commentText(sent) === commentText(draft)),
  );
  const comments = [...waiting, ...typed].map((comment) => ({
    ...comment,
    kindName: commentKindNames[comment.kind],
    text: commentText(comment),
  }));
  const notes = notesOf(pending).map(({ id, remark, kind, ...place }) => ({
    ...place,
    kindName: errorKindNames[kind],
    text: drafts.remarks[id] ?? remark,
  }));
  const lines = [...comments, ...notes]
    .filter(({ text }) => text.trim() !== "")
    .toSorted((one, other) => one.dialogue - other.dialogue || one.segment - other.segment)
    .map(lineOf);
  const noted = new Set(notesOf(pending).map(({ id }) => id));
  const remarks = Object.entries(drafts.remarks).flatMap(([id, remark]) => (noted.has(id) ? [] : [remark]));
  return [...lines, ...remarks, drafts.report].filter((text) => text.trim() !== "").join("\n");
}
