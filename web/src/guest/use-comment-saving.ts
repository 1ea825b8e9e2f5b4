import type { RefObject } from "preact";
import { useState } from "preact/hooks";
import type { CommentWriting } from "./use-comment-draft.ts";

export function useCommentSaving(writing: CommentWriting, field: RefObject<HTMLTextAreaElement | null>) {
  const [wasEmpty, setWasEmpty] = useState(false);
  const isEmpty = !writing.draft?.text.trim() && !writing.draft?.unit;
  const save = () => {
    setWasEmpty(isEmpty);
    if (isEmpty) field.current?.focus();
    else writing.save(null);
  };
  return { save, isMissing: wasEmpty && isEmpty };
}
