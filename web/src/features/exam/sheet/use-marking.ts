import { useState } from "react";
import {
  type ExamAttempt,
  type Marking,
  type MarkingChange,
  maxMarkings,
} from "../../../../../domain/exam/exam-attempt.ts";
import { isOwnMarker, markerOf, mergeChanges } from "../../../../../domain/exam/exam-marking.ts";
import { isMarkingComplete } from "../../../../../domain/exam/exam-result.ts";
import { serverNow } from "../../../browser/server-time.ts";
import { messages } from "../../../messages.ts";
import { showToast } from "../../../ui/toasts.ts";
import { changeMarking, removeMarking } from "../attempts/local-exams.ts";

type LocalMarking = { markingId: string; createdAt: string; changes: readonly MarkingChange[] };

/** Applies local changes even before the browser has stored them. */
function withLocalChanges(marking: Marking | undefined, mine: LocalMarking): Marking {
  const { markingId: marking_id, createdAt: created_at, changes } = mine;
  if (!marking) return { marking_id, created_at, changes: mergeChanges([], changes) };
  return { ...marking, changes: mergeChanges(marking.changes, changes) };
}

const createMarking = (): LocalMarking => ({
  markingId: crypto.randomUUID(),
  createdAt: serverNow().toISOString(),
  changes: [],
});

const openMarking = ({ marking_id, created_at }: Marking): LocalMarking => ({
  markingId: marking_id,
  createdAt: created_at,
  changes: [],
});

const isOwn = ({ changes }: Marking) => isOwnMarker(markerOf(changes));

type Attempt = Pick<ExamAttempt, "attempt_id" | "dialogues" | "deleted_markings">;

/**
 * Opens a marking by another marker only for a link, and only if the marking is complete. Such a marking opens on its
 * result, because a key press on the sheet would change the other marker's notes.
 */
function firstMarkingToOpen(attempt: Attempt, known: readonly Marking[], linkedId: string | null): LocalMarking {
  const canOpen = (marking: Marking) => isOwn(marking) || isMarkingComplete(attempt, marking.changes);
  const linked = known.find((marking) => marking.marking_id === linkedId && canOpen(marking));
  const first = linked ?? known.find(isOwn);
  return first ? openMarking(first) : createMarking();
}

function includeOpenMarking(known: readonly Marking[], marking: Marking): readonly Marking[] {
  const isKnown = known.some(({ marking_id: id }) => id === marking.marking_id);
  if (isKnown) return known.map((each) => (each.marking_id === marking.marking_id ? marking : each));
  return marking.changes.length > 0 ? [...known, marking] : known;
}

export type MarkingSelection = {
  markings: readonly Marking[];
  /** The open marking. A new marking without changes is not in `markings`. */
  marking: Marking;
  /** The notes of a hidden marking could influence a person who is still marking. */
  isHidden: boolean;
  reveal: () => void;
  choose: (markingId: string) => void;
  /** `marker` is the marker's name; "" for the learner. */
  start: (marker: string) => void;
  canStart: boolean;
  change: (changes: readonly MarkingChange[]) => void;
  remove: () => void;
};

/** @param linkedId the marking to open first; null for the learner's own marking */
export function useMarking(
  userId: string,
  attempt: Attempt,
  listed: readonly Marking[],
  linkedId: string | null,
): MarkingSelection {
  const { attempt_id: attemptId, deleted_markings: deleted = [] } = attempt;
  const known = listed.filter(({ marking_id: id }) => !deleted.includes(id));
  const [mine, setMine] = useState<LocalMarking>(() => firstMarkingToOpen(attempt, known, linkedId));
  const isBlind = (markings: readonly Marking[]) =>
    markings.length > 1 && markings.some(({ changes }) => !isMarkingComplete(attempt, changes));
  const [uncovered, setUncovered] = useState(() => (isBlind(known) ? null : mine.markingId));
  if (deleted.includes(mine.markingId)) {
    const next = firstMarkingToOpen(attempt, known, linkedId);
    setMine(next);
    setUncovered(isBlind(known) ? null : next.markingId);
  }
  const marking = withLocalChanges(
    known.find(({ marking_id: id }) => id === mine.markingId),
    mine,
  );
  const markings = includeOpenMarking(known, marking);
  const isBegun = marking.changes.length > 0;
  const store = (markingId: string, changes: readonly MarkingChange[]) =>
    changeMarking(userId, attemptId, markingId, changes).catch(() => showToast(messages.markingNotStored));
  return {
    markings,
    marking,
    isHidden: isBegun && uncovered !== mine.markingId && isBlind(markings),
    reveal: () => setUncovered(mine.markingId),
    choose: (markingId) => {
      const chosen = known.find(({ marking_id: id }) => id === markingId);
      if (!chosen || markingId === mine.markingId) return;
      setMine(openMarking(chosen));
      setUncovered(null);
    },
    start: (marker) => {
      const next = createMarking();
      const changes: MarkingChange[] = [{ type: "marker", name: marker, changed_at: next.createdAt }];
      setMine({ ...next, changes });
      setUncovered(next.markingId);
      void store(next.markingId, changes);
    },
    canStart: isBegun && known.length < maxMarkings,
    change: (changes) => {
      // Another marking may have been chosen since the render.
      setMine((open) =>
        open.markingId === mine.markingId ? { ...open, changes: mergeChanges(open.changes, changes) } : open,
      );
      void store(mine.markingId, changes);
    },
    remove: () => {
      removeMarking(userId, attemptId, mine.markingId).catch(() => showToast(messages.markingNotDeleted));
    },
  };
}
