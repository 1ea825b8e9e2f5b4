import * as z from "zod/mini";
import { languageNames } from "../content/language.ts";
import { ScenarioId, SegmentId } from "../content/scenario.ts";
import { Instant, noBody, noParams, type Route } from "../http/route.ts";
import { CompletedScenario, PracticeKey, UserProgress } from "./progress.ts";

/** Permission to read everything under one folder of the content for a while. */
export const ContentGrant = z.object({
  /** URL of the folder, ending with "/". */
  folderUrl: z.url(),
  /** Path of the folder within the content, e.g. "nepali/example/". */
  folder: z.string(),
  /** Query string to append to each URL under the folder, without "?". */
  query: z.string(),
  /** Lifetime of the query string, from the response on. */
  expiresInSeconds: z.int().check(z.gte(1), z.lte(3600)),
});
export type ContentGrant = z.infer<typeof ContentGrant>;

/** Pages that were opened before languages were noted send none. */
const DialogueLanguage = z.enum(languageNames);

/** At most `mostRowsAtOnce` rows: those that follow a key, or the first. */
const page = z.object({ after: z.optional(PracticeKey) });

/** The routes of practice: what is heard, and how far a learner has come, a part of the API's table. */
export const practiceRoutes = {
  "grant-content": {
    method: "POST",
    path: "/content-grants",
    access: "user",
    params: noParams,
    // Of a dialogue that is open while the learner's language has changed; without one theirs.
    body: z.optional(z.strictObject({ language: DialogueLanguage })),
    response: z.object({ grants: z.array(ContentGrant) }),
  },
  "save-progress": {
    method: "PUT",
    path: "/progress/{scenarioId}/{segmentId}",
    access: "user",
    params: z.object({ scenarioId: ScenarioId, segmentId: SegmentId }),
    body: z.strictObject({
      attempts: UserProgress.shape.attempts,
      completed: z.boolean(),
      last_attempt_at: Instant,
      language: z.optional(DialogueLanguage),
      segment_count: UserProgress.shape.segment_count,
    }),
    response: UserProgress,
  },
  "list-progress": {
    method: "GET",
    path: "/progress",
    access: "user",
    params: page,
    body: noBody,
    response: z.array(UserProgress),
  },
  "list-completed-scenarios": {
    method: "GET",
    path: "/completed-scenarios",
    access: "user",
    params: page,
    body: noBody,
    response: z.array(CompletedScenario),
  },
  "complete-scenario": {
    method: "PUT",
    path: "/completed-scenarios/{scenarioId}",
    access: "user",
    params: z.object({ scenarioId: ScenarioId }),
    body: z.optional(z.strictObject({ language: DialogueLanguage })),
    response: CompletedScenario,
  },
} as const satisfies Record<string, Route>;
