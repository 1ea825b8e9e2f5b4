import * as z from "zod/mini";
import { type LanguageName, languageNames } from "../content/language.ts";
import { ScenarioId, SegmentId, topicIds } from "../content/scenario.ts";
import { Instant } from "../http/route.ts";

/** Absent in older rows. */
const DialogueLanguage = z.optional(z.enum(languageNames));

export const UserProgress = z.object({
  user_id: z.string(),
  language: DialogueLanguage,
  scenario_id: ScenarioId,
  segment_id: SegmentId,
  attempts: z.int().check(z.gte(1), z.lte(10_000)),
  completed: z.boolean(),
  last_attempt_at: Instant,
  /** Absent in older rows. */
  segment_count: z.optional(z.int().check(z.gte(1), z.lte(999))),
});
export type UserProgress = z.infer<typeof UserProgress>;

export const CompletedScenario = z.object({
  user_id: z.string(),
  language: DialogueLanguage,
  scenario_id: ScenarioId,
  topic_id: z.enum(topicIds),
  completed_at: Instant,
});
export type CompletedScenario = z.infer<typeof CompletedScenario>;

/**
 * A response with fewer rows is the last. Lists have pages, because a Lambda response has at most 6 MB:
 * https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
export const maxRowsPerPage = 2000;

/**
 * Key of a row after which the next page starts. The longest key has a language, a scenario of 64 characters and
 * "segment-999".
 */
export const PracticeKey = z.string().check(z.minLength(1), z.maxLength(100));

const joinKey = (...parts: readonly (string | undefined)[]) => parts.filter((part) => part !== undefined).join("#");

/** None of the parts contains "#". */
export function progressRowKey({ language, scenario_id, segment_id }: UserProgress): string {
  return joinKey(language, scenario_id, segment_id);
}

export function completedRowKey({ language, scenario_id }: CompletedScenario): string {
  return joinKey(language, scenario_id);
}

/** Scenarios of different languages may have the same id. */
export type DialogueId = { language: LanguageName; scenarioId: string };

type ScenarioRow = { language?: LanguageName | undefined; scenario_id: string };

/** A row without a language counts for every language, so that no progress is lost. */
export function isForDialogue({ language, scenario_id }: ScenarioRow, dialogue: DialogueId): boolean {
  return scenario_id === dialogue.scenarioId && (language === undefined || language === dialogue.language);
}

/** A row with a language has precedence over a row without a language. */
export function progressBySegment<Row extends ScenarioRow & { segment_id: string }>(
  rows: readonly Row[],
  dialogue: DialogueId,
): ReadonlyMap<string, Row> {
  const about = rows.filter((row) => isForDialogue(row, dialogue));
  const named = about.filter(({ language }) => language !== undefined);
  // A later row of this list replaces an earlier row about the same segment.
  return new Map([...about, ...named].map((row) => [row.segment_id, row]));
}

/** `total` is null if no row states it. */
export type DialogueProgress = { done: number; total: number | null };

export function countCompletedSegments(rows: readonly UserProgress[], dialogue: DialogueId): DialogueProgress {
  const known = [...progressBySegment(rows, dialogue).values()];
  const totals = known.flatMap(({ segment_count }) => segment_count ?? []);
  return {
    done: known.filter(({ completed }) => completed).length,
    total: totals.length === 0 ? null : Math.max(...totals),
  };
}

/**
 * Returns a position from 0. If all segments are completed, practice continues at the last one, where the learner can
 * finish the dialogue.
 * @param total number of segments; without it, the result may exceed the last position
 */
export function findResumeIndex(isCompleted: (index: number) => boolean, total: number | null): number {
  let index = 0;
  while (isCompleted(index)) index += 1;
  return total === null ? index : Math.min(index, total - 1);
}

/** A dialogue's completion mark is also set if segments were skipped. */
export function isFullyCompleted({ done, total }: DialogueProgress): boolean {
  return total === null || done >= total;
}
