import { useEffect, useState } from "react";
import { countingTakes, type MockTake, mockTakes } from "../takes/mock-takes.ts";

/** The takes of a mock that count; "unreadable" where this browser does not give them. */
export type HeldMockTakes =
  | { kind: "loading" }
  | { kind: "ready"; takes: readonly MockTake[] }
  | { kind: "unreadable" };

/** What was said in a mock and is on this device. */
export function useMockTakes(userId: string, attemptId: string): HeldMockTakes {
  const [held, setHeld] = useState<HeldMockTakes>({ kind: "loading" });
  useEffect(() => {
    let isOver = false;
    mockTakes(userId, attemptId).then(
      (takes) => !isOver && setHeld({ kind: "ready", takes: countingTakes(takes) }),
      () => !isOver && setHeld({ kind: "unreadable" }),
    );
    return () => {
      isOver = true;
    };
  }, [userId, attemptId]);
  return held;
}
