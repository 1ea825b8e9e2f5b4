import { useState } from "react";
import { type Marking, type MarkingChange, mostMarkings } from "../../../../../domain/exam-attempt.ts";
import { mergeChanges } from "../../../../../domain/exam-marking.ts";
import { serverNow } from "../../../browser/server-time.ts";
import { messages } from "../../../messages.ts";
import { showToast } from "../../../ui/toasts.ts";
import { changeMarking } from "../facts/exam-facts.ts";

type Mine = { markingId: string; createdAt: string; changes: readonly MarkingChange[] };

/** What was changed here is seen at once, before it has gone through the browser's storage. */
function withMine(marking: Marking | undefined, mine: Mine): Marking {
  const { markingId: marking_id, createdAt: created_at, changes } = mine;
  if (!marking) return { marking_id, created_at, changes: mergeChanges([], changes) };
  return { ...marking, changes: mergeChanges(marking.changes, changes) };
}

const begun = (): Mine => ({
  markingId: crypto.randomUUID(),
  createdAt: serverNow().toISOString(),
  changes: [],
});

export type MarkingInHand = {
  /** All markings of the mock, with what was changed here. */
  markings: readonly Marking[];
  /** The one that is shown; empty while nothing has been said in it. */
  marking: Marking;
  /** Shows another one. */
  choose: (markingId: string) => void;
  /** Begins another one, by somebody of this name. */
  begin: (marker: string) => void;
  mayBegin: boolean;
  change: (changes: readonly MarkingChange[]) => void;
};

/** The markings of a mock and the one in hand: the latest begun, until another one is chosen. */
export function useMarking(userId: string, attemptId: string, known: readonly Marking[]): MarkingInHand {
  const latest = known.at(-1);
  const [mine, setMine] = useState<Mine>(() =>
    latest ? { markingId: latest.marking_id, createdAt: latest.created_at, changes: [] } : begun(),
  );
  const marking = withMine(
    known.find(({ marking_id: id }) => id === mine.markingId),
    mine,
  );
  const others = known.filter(({ marking_id: id }) => id !== mine.markingId);
  const store = (markingId: string, changes: readonly MarkingChange[]) =>
    changeMarking(userId, attemptId, markingId, changes).catch(() => showToast(messages.markingNotStored));
  const isBegun = marking.changes.length > 0;
  return {
    markings: isBegun ? [...others, marking] : others,
    marking,
    choose: (markingId) => {
      const chosen = known.find(({ marking_id: id }) => id === markingId);
      if (chosen && markingId !== mine.markingId) {
        setMine({ markingId, createdAt: chosen.created_at, changes: [] });
      }
    },
    begin: (marker) => {
      const next = begun();
      const changes: MarkingChange[] = [{ type: "marker", name: marker, changed_at: next.createdAt }];
      setMine({ ...next, changes });
      void store(next.markingId, changes);
    },
    mayBegin: isBegun && known.length < mostMarkings,
    change: (changes) => {
      setMine((before) => ({ ...before, changes: mergeChanges(before.changes, changes) }));
      void store(mine.markingId, changes);
    },
  };
}
