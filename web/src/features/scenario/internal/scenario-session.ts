import * as z from "zod/mini";
import { languageNames } from "../../../../../domain/content/language.ts";
import { SegmentList } from "../../../../../domain/content/pack.ts";
import { ScenarioId, topicIds } from "../../../../../domain/content/scenario.ts";

const Moment = z.number().check(z.gte(0));
const SegmentIndex = z.int().check(z.gte(0));

/** A scenario under way. Times are in ms since 1970, positions count from 0. */
export const ScenarioSession = z.object({
  scenarioId: ScenarioId,
  segments: SegmentList,
  scenarioTitle: z.string(),
  topicId: z.enum(topicIds),
  userLanguage: z.enum(languageNames),
  currentSegmentIndex: SegmentIndex,
  lastAccessTime: Moment,
  /** Attempts by position. */
  attemptMap: z.record(z.string().check(z.regex(/^\d+$/)), z.int().check(z.gte(1))),
  /** Positions of the completed segments. */
  completedSet: z.array(SegmentIndex),
});
export type ScenarioSession = z.infer<typeof ScenarioSession>;

/** A session as it is stored; `timestamp` is when its segments were fetched. */
export const StoredSession = z.object({ version: z.literal(1), timestamp: Moment, session: ScenarioSession });
export type StoredSession = z.infer<typeof StoredSession>;

const hourMs = 60 * 60 * 1000;

/** How long a session lasts after it was last used, in ms. */
export const sessionLifetimeMs = 7 * 24 * hourMs;
/** How long its segments are taken for what stands in the content, in ms. */
export const freshSegmentsMs = hourMs;

/**
 * What a stored session is good for at `now`: "fresh" opens a scenario without asking, "fallback" only when the content
 * cannot be reached. One from the future, as after the clock was set back, is good for nothing.
 */
export function sessionValidity({ timestamp, session }: StoredSession, now: number): "fresh" | "fallback" | "none" {
  const idleMs = now - session.lastAccessTime;
  const ageMs = now - timestamp;
  if (idleMs < 0 || idleMs > sessionLifetimeMs || ageMs < 0) return "none";
  return ageMs <= freshSegmentsMs ? "fresh" : "fallback";
}
