import { holdIfFree } from "../../../browser/sole-lock.ts";

/**
 * Holds a learner's place to sit a mock, which one tab of this browser has at a time, until the function given back is
 * called; null where another tab has it.
 */
export function holdSoleMock(userId: string): Promise<(() => void) | null> {
  return holdIfFree(`parlance-mock-${userId}`);
}
