import type { RefObject } from "preact";
import { useState } from "preact/hooks";
import type { CommentWriting } from "./use-comment-draft.ts";
import type { VoiceWriting } from "./voice-comment.tsx";

/** `save` also saves a recorded voice, so that no guest saves a text without the voice by mistake. */
export function useCommentSaving(
  writing: CommentWriting,
  voice: VoiceWriting,
  field: RefObject<HTMLTextAreaElement | null>,
) {
  const [wasEmpty, setWasEmpty] = useState(false);
  const isEmpty = !writing.draft?.text.trim() && !writing.draft?.unit && !voice.recorded;
  const save = () => {
    if (voice.isUnfinished) return;
    setWasEmpty(isEmpty);
    if (isEmpty) field.current?.focus();
    else if (voice.recorded) void voice.save();
    else writing.save(null);
  };
  return { save, isMissing: wasEmpty && isEmpty };
}
