import { useEffect, useState } from "react";
import { withOwnAttempts } from "../../../../../../domain/practice/practice.ts";
import { hearTakes } from "../../../recording/store/learner-takes.ts";
import type { TakeRecord } from "../../../recording/store/take-database.ts";
import { listLearnerTakes } from "../takes.ts";

/** The recordings of one dialogue, the newest first; `key` tells dialogues apart. */
export type DialogueTakes = {
  key: string;
  title: string;
  language: TakeRecord["language"];
  takes: readonly TakeRecord[];
};

/** Recordings by dialogue; the dialogue that was recorded last comes first. */
export function byDialogue(records: readonly TakeRecord[]): DialogueTakes[] {
  const segments = Map.groupBy(records, (take) => `${take.language} ${take.scenarioId} ${take.segmentIndex}`);
  const named = [...segments.values()].flatMap(withOwnAttempts);
  const newestFirst = named.toSorted((a, b) => b.recordedAt - a.recordedAt || b.number - a.number);
  const groups = Map.groupBy(newestFirst, ({ language, scenarioId }) => `${language} ${scenarioId}`);
  return [...groups].flatMap(([key, takes]) => {
    const [newest] = takes;
    if (!newest) return [];
    return [{ key, title: newest.title, language: newest.language, takes }];
  });
}

export type StoredTakes = { kind: "loading" } | { kind: "failed" } | { kind: "ready"; takes: readonly TakeRecord[] };

/** The learner's finished recordings in this browser, kept up to date. */
export function useStoredTakes(userId: string): StoredTakes {
  const [state, setState] = useState<StoredTakes>({ kind: "loading" });
  useEffect(() => {
    let over = false;
    const show = (next: StoredTakes) => over || setState(next);
    const read = () =>
      listLearnerTakes(userId).then(
        (takes) => show({ kind: "ready", takes }),
        () => show({ kind: "failed" }),
      );
    void read();
    const stopHearing = hearTakes(userId, () => void read());
    return () => {
      over = true;
      stopHearing();
    };
  }, [userId]);
  return state;
}
