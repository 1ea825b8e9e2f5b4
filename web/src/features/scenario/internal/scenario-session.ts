import * as z from "zod/mini";
import { languageNames } from "../../../../../domain/content/language.ts";
import { SegmentList } from "../../../../../domain/content/pack.ts";
import { ScenarioId, topicIds } from "../../../../../domain/content/scenario.ts";

const Moment = z.number().check(z.gte(0));
const SegmentIndex = z.int().check(z.gte(0));

/** Times are in ms since 1970. Positions count from 0. */
export const ScenarioSession = z.object({
  scenarioId: ScenarioId,
  segments: SegmentList,
  scenarioTitle: z.string(),
  topicId: z.enum(topicIds),
  userLanguage: z.enum(languageNames),
  currentSegmentIndex: SegmentIndex,
  lastAccessTime: Moment,
  attemptMap: z.record(z.string().check(z.regex(/^\d+$/)), z.int().check(z.gte(1))),
  completedSet: z.array(SegmentIndex),
});
export type ScenarioSession = z.infer<typeof ScenarioSession>;

/** `timestamp` is the time when the segments were loaded. */
export const StoredSession = z.object({ version: z.literal(1), timestamp: Moment, session: ScenarioSession });
export type StoredSession = z.infer<typeof StoredSession>;

const hourMs = 60 * 60 * 1000;

export const sessionLifetimeMs = 7 * 24 * hourMs;
export const freshSegmentsMs = hourMs;

/**
 * A "fresh" session opens without a request. A "fallback" session opens only while the content cannot be reached. After
 * a clock change, the times of a session may be in the future.
 */
export function sessionValidity({ timestamp, session }: StoredSession, now: number): "fresh" | "fallback" | "none" {
  const idleMs = now - session.lastAccessTime;
  const ageMs = now - timestamp;
  if (idleMs < 0 || idleMs > sessionLifetimeMs || ageMs < 0) return "none";
  return ageMs <= freshSegmentsMs ? "fresh" : "fallback";
}
