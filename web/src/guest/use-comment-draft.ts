import { useRef, useState } from "preact/hooks";
import { isSamePlace, type Place } from "../../../domain/exam/exam-marking.ts";
import type { CommentKind, NewComment } from "../../../domain/sharing/share-comment.ts";
import { maxCommentLength } from "../../../domain/sharing/share-limits.ts";
import { clampMoment, momentStepSeconds } from "../ui/moment.ts";
import { type CommentDraft, placeKey } from "./drafts.ts";
import type { GuestApp } from "./guest-app.ts";
import { useObservable } from "./use-observable.ts";

export type Voice = { mp3: ArrayBuffer; seconds: number };

export type CommentWriting = {
  draft: CommentDraft | undefined;
  kind: CommentKind;
  setText: (text: string) => void;
  /** Adds the text to what is written. */
  addText: (text: string) => void;
  setKind: (kind: CommentKind) => void;
  setUnit: (unit: CommentDraft["unit"]) => void;
  nudge: (steps: 1 | -1) => void;
  /** Null if no recording of the segment is shared. */
  toggleWhole: (() => void) | null;
  edit: (comment: NewComment) => void;
  save: (voice: Voice | null) => void;
  canSave: boolean;
  cancel: () => void;
  restore: (() => void) | undefined;
};

type Options = {
  app: GuestApp;
  place: Place;
  /** Length of the shared recording in seconds; null if none is shared. */
  end: number | null;
  /** Call `save` when there is a name. */
  onNameMissing: (save: () => void) => void;
};

export function useCommentDraft({ app, place, end, onNameMissing }: Options): CommentWriting {
  const { comments: drafts } = useObservable(app.drafts);
  const draft = drafts[placeKey(place)];
  const session = useObservable(app.session.state);
  const canSave = session.kind === "open" && session.closed === null;
  const [lastKind, setLastKind] = useState<CommentKind>("meaning");
  const resumes = useRef(false);
  const cancelled = useRef<CommentDraft | undefined>(undefined);

  const momentNow = () => {
    const moment = app.moment.get();
    // The server refuses a moment without a shared recording.
    return moment === null || end === null ? null : clampMoment(moment, end);
  };
  const begin = (): CommentDraft => {
    const known = app.drafts.draftAt(place);
    if (known) return known;
    resumes.current = app.player.pause() && app.player.playhead.get().id === "recording";
    const { dialogue, segment } = place;
    const where = { dialogue, segment, at_seconds: momentNow() };
    return { comment_id: crypto.randomUUID(), ...where, kind: lastKind, text: "", unit: null };
  };
  const change = (facts: Partial<CommentDraft>) => app.drafts.saveDraft({ ...begin(), ...facts });
  const setText = (text: string) => change({ text: text.slice(0, maxCommentLength) });
  const close = () => {
    app.drafts.removeDraft(place);
    if (resumes.current) app.player.resume();
    resumes.current = false;
  };
  const save = (voice: Voice | null): void => {
    const written = begin();
    const text = written.text.trim();
    if ((text === "" && !written.unit && !voice) || !canSave) return;
    if (app.name.get().trim() === "") {
      onNameMissing(() => save(voice));
      return;
    }
    const recording_id = crypto.randomUUID();
    const voiceFacts = voice && { recording_id, seconds: voice.seconds, bytes: voice.mp3.byteLength };
    const comment: NewComment = { ...written, text, voice: voiceFacts };
    app.comments.add(comment, voice?.mp3 ?? null);
    if (voice) app.setVoice(place, null);
    cancelled.current = undefined;
    close();
  };
  const restored = cancelled.current;
  return {
    draft,
    kind: draft?.kind ?? lastKind,
    setText,
    addText: (text) => setText(`${draft?.text ?? ""} ${text}`.trim()),
    setKind: (kind) => {
      setLastKind(kind);
      if (draft) change({ kind });
    },
    setUnit: (unit) => change({ unit }),
    nudge: (steps) => change({ at_seconds: clampMoment((begin().at_seconds ?? 0) + steps * momentStepSeconds, end) }),
    toggleWhole:
      end === null ? null : () => change({ at_seconds: begin().at_seconds === null ? (momentNow() ?? 0) : null }),
    edit: ({ comment_id, dialogue, segment, at_seconds, kind, text, unit }) => {
      app.player.pause();
      app.drafts.saveDraft({ comment_id, dialogue, segment, at_seconds, kind, text, unit });
    },
    save,
    canSave,
    cancel: () => {
      cancelled.current = draft?.text.trim() ? draft : undefined;
      close();
    },
    restore: restored && !draft && isSamePlace(restored, place) ? () => app.drafts.saveDraft(restored) : undefined,
  };
}
