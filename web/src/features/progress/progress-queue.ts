import * as z from "zod/mini";
import { UserProgress } from "../../../../domain/practice/progress.ts";

/** A save that the server has not confirmed, in its stored form. */
export const QueuedSave = z.object({
  version: z.literal(1),
  /** Saves of older versions of the app may have no language. */
  language: UserProgress.shape.language,
  scenarioId: UserProgress.shape.scenario_id,
  segmentId: UserProgress.shape.segment_id,
  attempts: UserProgress.shape.attempts,
  completed: UserProgress.shape.completed,
  last_attempt_at: UserProgress.shape.last_attempt_at,
  segment_count: UserProgress.shape.segment_count,
});
export type QueuedSave = z.infer<typeof QueuedSave>;

/** The maximum number of segments with a queued save. If there are more, the oldest saves are dropped. */
export const maxQueuedSaves = 1000;

const attemptTimeOf = ({ last_attempt_at }: QueuedSave) => Date.parse(last_attempt_at);
const segmentKeyOf = ({ language, scenarioId, segmentId }: QueuedSave) =>
  `${language ?? ""}#${scenarioId}#${segmentId}`;

export function isSupersededBy(save: QueuedSave, sent: QueuedSave): boolean {
  return segmentKeyOf(save) === segmentKeyOf(sent) && attemptTimeOf(save) <= attemptTimeOf(sent);
}

export type SendingPlan = {
  /** In the order of the attempts, one save per segment. */
  send: readonly QueuedSave[];
  superseded: readonly QueuedSave[];
  overflow: readonly QueuedSave[];
};

/** Of two saves of a segment with the same time, the later one in `waiting` supersedes the other. */
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
