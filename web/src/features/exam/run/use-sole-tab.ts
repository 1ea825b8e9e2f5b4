import { useCallback, useEffect, useState } from "react";
import { holdSoleMock } from "../facts/sole-mock.ts";

/** Whether this tab is the one in which a learner may sit a mock: two at once would speak over each other. */
export type SoleTab = { kind: "asking" } | { kind: "mine" } | { kind: "elsewhere"; retry: () => void };

/** Keeps other tabs from sitting a mock of the learner's while the component is shown. */
export function useSoleTab(userId: string): SoleTab {
  const [tries, setTries] = useState(0);
  const [sole, setSole] = useState<SoleTab>({ kind: "asking" });
  const retry = useCallback(() => setTries((before) => before + 1), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try asks anew.
  useEffect(() => {
    let release: (() => void) | null = null;
    let isOver = false;
    void holdSoleMock(userId).then((held) => {
      if (isOver) return held?.();
      release = held;
      setSole(held ? { kind: "mine" } : { kind: "elsewhere", retry });
    });
    return () => {
      isOver = true;
      release?.();
    };
  }, [userId, tries, retry]);
  return sole;
}
