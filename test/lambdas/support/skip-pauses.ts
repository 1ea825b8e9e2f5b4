import { onTestFinished, vi } from "vitest";

/** Makes the random pauses between retries of a write zero. */
export function skipPauses(): void {
  const random = vi.spyOn(Math, "random").mockReturnValue(0);
  onTestFinished(() => random.mockRestore());
}
