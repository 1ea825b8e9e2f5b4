import * as z from "zod/mini";
import { ScenarioId, SegmentId, topicIds } from "./scenario.ts";
import { Instant } from "./subscription.ts";

/** What a learner has done of one segment. */
export const UserProgress = z.object({
  user_id: z.string(),
  scenario_id: ScenarioId,
  segment_id: SegmentId,
  attempts: z.int().check(z.gte(1), z.lte(10_000)),
  completed: z.boolean(),
  last_attempt_at: Instant,
});
export type UserProgress = z.infer<typeof UserProgress>;

/** That a learner has completed a scenario, and when last. */
export const CompletedScenario = z.object({
  user_id: z.string(),
  scenario_id: ScenarioId,
  topic_id: z.enum(topicIds),
  completed_at: Instant,
});
export type CompletedScenario = z.infer<typeof CompletedScenario>;
