import { useEffect, useState } from "react";
import { tryAcquireLock } from "../../../browser/exclusive-lock.ts";

/**
 * Holds a learner's place to sit a mock, which one tab of this browser has at a time, until the function given back is
 * called; null where another tab has it.
 */
export function acquireExamLock(userId: string): Promise<(() => void) | null> {
  return tryAcquireLock(`parlance-mock-${userId}`);
}

/** Whether this tab is the one in which a learner may sit a mock: two at once would speak over each other. */
export type ExamLockState = { kind: "asking" } | { kind: "mine" } | { kind: "elsewhere"; retry: () => void };

/** Keeps other tabs from sitting a mock of the learner's while the component is shown. */
export function useExamLock(userId: string): ExamLockState {
  const [sole, setSole] = useState<ExamLockState>({ kind: "asking" });
  useEffect(() => {
    let release: (() => void) | null = null;
    let isOver = false;
    const ask = () =>
      void acquireExamLock(userId).then((held) => {
        if (isOver || release) return held?.();
        release = held;
        setSole(held ? { kind: "mine" } : { kind: "elsewhere", retry: ask });
      });
    ask();
    return () => {
      isOver = true;
      release?.();
    };
  }, [userId]);
  return sole;
}
