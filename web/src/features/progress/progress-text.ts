import type { DialogueProgress } from "../../../../domain/practice/progress.ts";

export const segmentsText = (count: number): string => (count === 1 ? "1 segment" : `${count} segments`);

export function segmentsDone({ done, total }: DialogueProgress): string {
  if (done === 0) return "";
  return total === null ? segmentsText(done) : `${done} of ${segmentsText(total)}`;
}

export function segmentsLeft(done: number, total: number): string | null {
  return done < total ? `${segmentsText(total - done)} left` : null;
}
