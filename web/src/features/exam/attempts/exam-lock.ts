import { useEffect, useState } from "react";
import { tryAcquireLock } from "../../../browser/exclusive-lock.ts";

export function acquireExamLock(userId: string): Promise<(() => void) | null> {
  return tryAcquireLock(`parlance-mock-${userId}`);
}

/** Only one tab may run an exam, because two exams would play over each other. */
export type ExamLockState = { kind: "asking" } | { kind: "mine" } | { kind: "elsewhere"; retry: () => void };

export function useExamLock(userId: string): ExamLockState {
  const [sole, setSole] = useState<ExamLockState>({ kind: "asking" });
  useEffect(() => {
    let release: (() => void) | null = null;
    let isOver = false;
    const ask = () =>
      void acquireExamLock(userId).then((releaseLock) => {
        if (isOver || release) return releaseLock?.();
        release = releaseLock;
        setSole(releaseLock ? { kind: "mine" } : { kind: "elsewhere", retry: ask });
      });
    ask();
    return () => {
      isOver = true;
      release?.();
    };
  }, [userId]);
  return sole;
}
