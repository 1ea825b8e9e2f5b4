import * as z from "zod/mini";
import { type LanguageName, languageNames } from "../content/language.ts";
import { ScenarioId, SegmentId, topicIds } from "../content/scenario.ts";
import { Instant } from "../http/route.ts";

/** The language of the dialogue that a row is about; not there in rows from before it was noted. */
const DialogueLanguage = z.optional(z.enum(languageNames));

/** What a learner has done of one segment. */
export const UserProgress = z.object({
  user_id: z.string(),
  language: DialogueLanguage,
  scenario_id: ScenarioId,
  segment_id: SegmentId,
  attempts: z.int().check(z.gte(1), z.lte(10_000)),
  completed: z.boolean(),
  last_attempt_at: Instant,
  /** How many segments the dialogue had; not there in rows from before it was noted. */
  segment_count: z.optional(z.int().check(z.gte(1), z.lte(999))),
});
export type UserProgress = z.infer<typeof UserProgress>;

/** That a learner has completed a scenario, and when last. */
export const CompletedScenario = z.object({
  user_id: z.string(),
  language: DialogueLanguage,
  scenario_id: ScenarioId,
  topic_id: z.enum(topicIds),
  completed_at: Instant,
});
export type CompletedScenario = z.infer<typeof CompletedScenario>;

/**
 * The most rows of practice that one response holds; a list with fewer is at its end. A learner may store 6,000 rows a month
 * without end, and a Lambda response has at most 6 MB: https://docs.aws.amazon.com/lambda/latest/dg/gettingstarted-limits.html
 */
export const maxRowsPerPage = 2000;

/** The key of a row, after which a list continues. The longest has a language, 64 characters and "segment-999". */
export const PracticeKey = z.string().check(z.minLength(1), z.maxLength(100));

const joinKey = (...parts: readonly (string | undefined)[]) => parts.filter((part) => part !== undefined).join("#");

/** The key of a learner's progress with a segment. No part contains "#"; rows from before languages were noted have two parts. */
export function progressRowKey({ language, scenario_id, segment_id }: UserProgress): string {
  return joinKey(language, scenario_id, segment_id);
}

/** The key of a learner's completed scenario. Rows from before languages were noted have the scenario alone. */
export function completedRowKey({ language, scenario_id }: CompletedScenario): string {
  return joinKey(language, scenario_id);
}

/** A dialogue: scenarios of different languages may have the same id. */
export type DialogueId = { language: LanguageName; scenarioId: string };

type ScenarioRow = { language?: LanguageName | undefined; scenario_id: string };

/**
 * Whether a row is about a dialogue. One without a language was written when only one was thought of: it counts for
 * whichever the learner practises, since nothing tells for which it was and nothing done may be lost.
 */
export function isForDialogue({ language, scenario_id }: ScenarioRow, dialogue: DialogueId): boolean {
  return scenario_id === dialogue.scenarioId && (language === undefined || language === dialogue.language);
}

/** What is known of each segment of a dialogue, by segment id; a row that names its language stands before one that does not. */
export function progressBySegment<Row extends ScenarioRow & { segment_id: string }>(
  rows: readonly Row[],
  dialogue: DialogueId,
): ReadonlyMap<string, Row> {
  const about = rows.filter((row) => isForDialogue(row, dialogue));
  const named = about.filter(({ language }) => language !== undefined);
  // Of two rows about one segment the map keeps the later.
  return new Map([...about, ...named].map((row) => [row.segment_id, row]));
}

/** How far a learner has come with a dialogue; `total` is null where no row tells it. */
export type DialogueProgress = { done: number; total: number | null };

/** Counts the segments of a dialogue that a learner has completed. */
export function countCompletedSegments(rows: readonly UserProgress[], dialogue: DialogueId): DialogueProgress {
  const known = [...progressBySegment(rows, dialogue).values()];
  const totals = known.flatMap(({ segment_count }) => segment_count ?? []);
  return {
    done: known.filter(({ completed }) => completed).length,
    total: totals.length === 0 ? null : Math.max(...totals),
  };
}

/**
 * Returns the position, from 0, of the first segment that is not completed. Where every segment is, it is the last one, at
 * which the dialogue can be finished.
 * @param total how many segments the dialogue has; null where no row tells it
 */
export function findResumeIndex(isCompleted: (index: number) => boolean, total: number | null): number {
  let index = 0;
  while (isCompleted(index)) index += 1;
  return total === null ? index : Math.min(index, total - 1);
}

/**
 * Whether a dialogue that was marked as completed is so: the mark is set whenever its end was reached, however little was
 * done on the way. Where nothing tells of how many segments it consists, the mark counts.
 */
export function isFullyCompleted({ done, total }: DialogueProgress): boolean {
  return total === null || done >= total;
}
