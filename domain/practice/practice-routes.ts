import * as z from "zod/mini";
import { languageNames } from "../content/language.ts";
import { ScenarioId, SegmentId } from "../content/scenario.ts";
import { Instant, noBody, noParams, type Route } from "../http/route.ts";
import { ContentGrant } from "./content-grant.ts";
import { CompletedScenario, PracticeKey, UserProgress } from "./progress.ts";

const DialogueLanguage = z.enum(languageNames);

const page = z.object({ after: z.optional(PracticeKey) });

export const practiceRoutes = {
  "grant-content": {
    method: "POST",
    path: "/content-grants",
    access: "user",
    params: noParams,
    // The learner's own language does not need to be named.
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
      // Older versions of the app send no language.
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
    // Older versions of the app send no body.
    body: z.optional(z.strictObject({ language: DialogueLanguage })),
    response: CompletedScenario,
  },
} as const satisfies Record<string, Route>;
