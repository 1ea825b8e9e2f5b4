import type { LanguageName } from "../content/language.ts";
import { segmentId } from "../content/scenario.ts";
import { paths } from "../http/pages.ts";
import {
  type CompletedScenario,
  countCompletedSegments,
  type DialogueId,
  type DialogueProgress,
  findResumeIndex,
  isForDialogue,
  isFullyCompleted,
  progressBySegment,
  type UserProgress,
} from "./progress.ts";

/** `practisedAt` is the time of the latest attempt or completion. `resumeIndex` counts from 0. */
export type DialogueStatus =
  | { kind: "new" }
  | { kind: "begun"; progress: DialogueProgress; practisedAt: string; resumeIndex: number }
  | { kind: "completed"; practisedAt: string };

export type PracticeHistory = { rows: readonly UserProgress[]; completed: readonly CompletedScenario[] };

const later = (one: string, other: string) => (Date.parse(one) < Date.parse(other) ? other : one);

export function dialogueStatusOf({ rows, completed }: PracticeHistory, dialogue: DialogueId): DialogueStatus {
  const segments = progressBySegment(rows, dialogue);
  const attempts = [...segments.values()].map(({ last_attempt_at }) => last_attempt_at);
  const marks = completed.filter((row) => isForDialogue(row, dialogue)).map(({ completed_at }) => completed_at);
  const instants = [...attempts, ...marks];
  if (instants.length === 0) return { kind: "new" };
  const practisedAt = instants.reduce(later);
  const progress = countCompletedSegments(rows, dialogue);
  const isCompleted = marks.length > 0 && isFullyCompleted(progress);
  if (isCompleted) return { kind: "completed", practisedAt };
  const isDone = (index: number) => segments.get(segmentId(index))?.completed === true;
  return { kind: "begun", progress, practisedAt, resumeIndex: findResumeIndex(isDone, progress.total) };
}

export function startIndexOf(status: DialogueStatus): number {
  return status.kind === "begun" ? status.resumeIndex : 0;
}

/** @param language the dialogue's language, if it is not the learner's */
export function dialoguePath(scenarioId: string, status: DialogueStatus, language?: LanguageName): string {
  const at = startIndexOf(status);
  return at === 0 && !language ? paths.topic(scenarioId) : paths.topicAt(scenarioId, at, language);
}

type WithDialogueStatus = { status: DialogueStatus };

const instantOf = ({ status }: WithDialogueStatus) => (status.kind === "new" ? 0 : Date.parse(status.practisedAt));

export function nextDialogue<D extends WithDialogueStatus>(dialogues: readonly D[]): D | null {
  const ofKind = (kind: DialogueStatus["kind"]) => dialogues.filter(({ status }) => status.kind === kind);
  const [lastBegun] = ofKind("begun").toSorted((one, other) => instantOf(other) - instantOf(one));
  const [firstNew] = ofKind("new");
  const [longestAgo] = ofKind("completed").toSorted((one, other) => instantOf(one) - instantOf(other));
  return lastBegun ?? firstNew ?? longestAgo ?? null;
}

export function dialogueAfter<D extends WithDialogueStatus & { id: string }>(
  finishedId: string,
  dialogues: readonly D[],
): D | null {
  return nextDialogue(dialogues.filter(({ id, status }) => id !== finishedId && status.kind !== "completed"));
}
