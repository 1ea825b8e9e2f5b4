import * as z from "zod/mini";
import { UserProgress } from "../../../../domain/practice/progress.ts";

/** A save of progress that the server has not confirmed yet, as it is stored; the key names what it is about. */
export const QueuedSave = z.object({
  version: z.literal(1),
  /** Saves from before it was noted have none. */
  language: UserProgress.shape.language,
  scenarioId: UserProgress.shape.scenario_id,
  segmentId: UserProgress.shape.segment_id,
  attempts: UserProgress.shape.attempts,
  completed: UserProgress.shape.completed,
  last_attempt_at: UserProgress.shape.last_attempt_at,
  segment_count: UserProgress.shape.segment_count,
});
export type QueuedSave = z.infer<typeof QueuedSave>;

/** The most segments whose progress waits at once; beyond it the oldest are given up. */
export const maxQueuedSaves = 1000;

const attemptTimeOf = ({ last_attempt_at }: QueuedSave) => Date.parse(last_attempt_at);
const segmentKeyOf = ({ language, scenarioId, segmentId }: QueuedSave) =>
  `${language ?? ""}#${scenarioId}#${segmentId}`;

/** Whether two saves are about the same segment, and the first is not newer: once the second is sent, it says nothing. */
export function isSupersededBy(save: QueuedSave, sent: QueuedSave): boolean {
  return segmentKeyOf(save) === segmentKeyOf(sent) && attemptTimeOf(save) <= attemptTimeOf(sent);
}

export type SendingPlan = {
  /** The newest save of each segment, in the order of the attempts. */
  send: readonly QueuedSave[];
  /** Older saves of the same segments: sending them would change nothing. */
  superseded: readonly QueuedSave[];
  /** The oldest of too many. */
  overflow: readonly QueuedSave[];
};

/** What of all waiting saves is worth sending. Of two that happened at once, the one listed later counts. */
export function planSending(waiting: readonly QueuedSave[], most: number): SendingPlan {
  const newest = new Map<string, QueuedSave>();
  for (const save of waiting) {
    const known = newest.get(segmentKeyOf(save));
    if (!known || isSupersededBy(known, save)) newest.set(segmentKeyOf(save), save);
  }
  const inOrder = [...newest.values()].sort((one, other) => attemptTimeOf(one) - attemptTimeOf(other));
  const kept = new Set(inOrder);
  const surplus = Math.max(0, inOrder.length - most);
  return {
    send: inOrder.slice(surplus),
    superseded: waiting.filter((save) => !kept.has(save)),
    overflow: inOrder.slice(0, surplus),
  };
}
