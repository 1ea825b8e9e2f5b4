import { useEffect, useLayoutEffect, useRef, useState } from "react";
import type { MarkingChange } from "../../../../../domain/exam/exam-attempt.ts";
import type { Note, Place } from "../../../../../domain/exam/exam-marking.ts";
import type { ErrorKind, Exam } from "../../../../../domain/exam/exams.ts";
import { defaultDeduction, markChange, tickChange } from "../../../../../domain/exam/marking-changes.ts";
import type { PracticeAudio } from "../../../../../domain/practice/practice.ts";
import type { EncodedAudio } from "../../../audio/player.ts";
import { serverNow } from "../../../browser/server-time.ts";
import type { Term } from "./explanations.tsx";
import { createEditDraft, createNoteDraft, type NoteDraft, toNoteChange, toNoteRemoval } from "./note-draft.ts";
import type { SheetPlayer } from "./sheet-player.ts";
import {
  firstUnmarked,
  nextHeard,
  nextOutcome,
  recordingEnd,
  restCarriedChanges,
  type SheetSegment,
} from "./sheet-view.ts";

type SheetOptions = {
  sheet: readonly SheetSegment[];
  player: SheetPlayer;
  loadAudio: (segment: SheetSegment, audio: PracticeAudio) => Promise<EncodedAudio | null>;
  exam: Exam;
  onChange: (changes: readonly MarkingChange[]) => void;
  /** Called at later uses of a term too, not only at the first. */
  onTerm: (term: Term) => void;
  opensAt?: Place | undefined;
  onDone: () => void;
};

export type Sheet = {
  segment: SheetSegment;
  /** Position on the sheet, from 0. */
  at: number;
  draft: NoteDraft | null;
  goTo: (at: number) => void;
  step: (by: 1 | -1) => void;
  markAndGoToNext: () => void;
  unmark: () => void;
  tick: (at: number) => void;
  tickRest: () => void;
  begin: (kind: ErrorKind) => void;
  open: (note: Note) => void;
  change: (draft: NoteDraft) => void;
  save: () => void;
  cancel: () => void;
  remove: () => void;
};

const now = () => serverNow().toISOString();

function positionOf(sheet: readonly SheetSegment[], place: Place | undefined): number | null {
  const at = sheet.findIndex(({ dialogue, segment }) => dialogue === place?.dialogue && segment === place.segment);
  return at < 0 ? null : at;
}

function usePlace(options: SheetOptions) {
  const { sheet, player } = options;
  const [at, setAt] = useState(() => positionOf(sheet, options.opensAt) ?? firstUnmarked(sheet));
  // Kept in a ref, because transcripts and recordings may load after the segment was opened.
  const latest = useRef(options);
  useLayoutEffect(() => {
    latest.current = options;
  });
  const open = (to: number) =>
    player.open(async (audio) => {
      const segment = latest.current.sheet[to];
      return segment ? latest.current.loadAudio(segment, audio) : null;
    });
  // biome-ignore lint/correctness/useExhaustiveDependencies: `goTo` opens the later segments.
  useEffect(() => open(at), [player]);
  const goTo = (to: number) => {
    if (to === at || !sheet[to]) return;
    setAt(to);
    open(to);
  };
  return { at, goTo };
}

function useDraft({ player, exam, onChange, onTerm }: SheetOptions) {
  const [draft, setDraft] = useState<NoteDraft | null>(null);
  const end = (changes: readonly MarkingChange[], resumesPlayback: boolean) => {
    if (changes.length > 0) onChange(changes);
    setDraft(null);
    if (resumesPlayback && draft?.resumesPlayback) player.resumeRecording();
  };
  const keep = () => (draft ? [toNoteChange(draft, now())] : []);
  const atClose = useRef(() => {});
  useLayoutEffect(() => {
    atClose.current = () => end(keep(), false);
  });
  // Leaving the sheet saves the draft, as moving to another segment does.
  useEffect(() => () => atClose.current(), []);
  return {
    draft,
    change: (next: NoteDraft) => {
      onTerm(next.note.kind);
      setDraft(next);
    },
    open: (note: Note) => {
      player.pause();
      onTerm(note.kind);
      setDraft(createEditDraft(note));
    },
    begin: (kind: ErrorKind, { dialogue, segment, facts, recording }: SheetSegment) => {
      const resumes = player.pause();
      onTerm(kind);
      const moment = { atSeconds: player.moment(), longest: recordingEnd({ facts, recording }) };
      const deduction = defaultDeduction(exam, kind);
      setDraft(
        createNoteDraft({
          ...{ dialogue, segment, kind, deduction, resumesPlayback: resumes },
          ...moment,
          id: crypto.randomUUID(),
        }),
      );
    },
    save: () => end(keep(), true),
    cancel: () => end([], true),
    remove: () => end(draft ? [toNoteRemoval(draft, now())] : [], true),
    leave: () => end(keep(), false),
  };
}

export function useSheet(options: SheetOptions): Sheet | null {
  const { sheet, player, onChange, onTerm, onDone } = options;
  const { at, goTo } = usePlace(options);
  const { leave, begin, ...writing } = useDraft(options);
  const segment = sheet[at];
  if (!segment) return null;
  const move = (to: number) => {
    if (writing.draft) leave();
    goTo(to);
  };
  const markAndGoOn = () => {
    // An unheard segment cannot be marked.
    if (segment.facts) onChange([markChange(segment, true, now())]);
    const rest = sheet.map((each, position) => (position === at ? { ...each, marked: true } : each));
    if (rest.every(({ facts, marked }) => facts === null || marked)) return onDone();
    const next = nextHeard(sheet, at, 1);
    move(next === at ? firstUnmarked(rest) : next);
    if (sheet[next]?.recording && next !== at) player.toggle("own");
  };
  return {
    ...{ segment, at, markAndGoToNext: markAndGoOn, goTo: move, ...writing },
    begin: (kind) => begin(kind, segment),
    step: (by) => move(nextHeard(sheet, at, by)),
    unmark: () => onChange([markChange(segment, false, now())]),
    tick: (at) => {
      const unit = segment.units[at];
      if (!unit) return;
      const outcome = nextOutcome(unit.outcome);
      if (outcome === "missed") onTerm(outcome);
      onChange([tickChange(segment, { at, unit }, outcome, now())]);
    },
    tickRest: () => {
      const changes = restCarriedChanges(segment, now());
      if (changes.length > 0) onChange(changes);
    },
  };
}
