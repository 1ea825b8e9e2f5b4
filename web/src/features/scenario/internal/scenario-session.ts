import * as z from "zod/mini";
import { languageNames } from "../../../../../domain/content/language.ts";
import { SegmentList } from "../../../../../domain/content/pack.ts";
import { ScenarioId, topicIds } from "../../../../../domain/content/scenario.ts";

const Moment = z.number().check(z.gte(0));
const SegmentIndex = z.int().check(z.gte(0));

/** A running practice session. Times are in ms since 1970, positions count from 0. */
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

/** `timestamp` is the time when the segments were fetched. */
export const StoredSession = z.object({ version: z.literal(1), timestamp: Moment, session: ScenarioSession });
export type StoredSession = z.infer<typeof StoredSession>;

const hourMs = 60 * 60 * 1000;

/** The lifetime of a session after its last use, in ms. */
export const sessionLifetimeMs = 7 * 24 * hourMs;
/** The stored segments count as current for this time, in ms. */
export const freshSegmentsMs = hourMs;

/**
 * Returns "fresh" if a dialogue can open without a request, "fallback" if it may open only while the content cannot be
 * reached. Returns "none" for an expired session, and for one from the future, for example after a clock change.
 */
export function sessionValidity({ timestamp, session }: StoredSession, now: number): "fresh" | "fallback" | "none" {
  const idleMs = now - session.lastAccessTime;
  const ageMs = now - timestamp;
  if (idleMs < 0 || idleMs > sessionLifetimeMs || ageMs < 0) return "none";
  return ageMs <= freshSegmentsMs ? "fresh" : "fallback";
}
