import { onTestFinished, vi } from "vitest";

/** Sets the random pauses between retries of a write to zero. */
export function skipPauses(): void {
  const random = vi.spyOn(Math, "random").mockReturnValue(0);
  onTestFinished(() => random.mockRestore());
}
