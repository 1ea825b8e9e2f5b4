import type { DialogueProgress } from "../../../../domain/practice/progress.ts";
import { countedText } from "../../ui/counted-text.ts";

export function segmentsDone({ done, total }: DialogueProgress): string {
  if (done === 0) return "";
  return total === null ? countedText(done, "segment") : `${done} of ${countedText(total, "segment")}`;
}

export function segmentsLeft(done: number, total: number): string | null {
  return done < total ? `${countedText(total - done, "segment")} left` : null;
}
