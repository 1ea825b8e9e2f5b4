import { onTestFinished, vi } from "vitest";

/** Makes the pauses before a row is read and written again as short as chance may make them, which is nothing. */
export function skipPauses(): void {
  const random = vi.spyOn(Math, "random").mockReturnValue(0);
  onTestFinished(() => random.mockRestore());
}
