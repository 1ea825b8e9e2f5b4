import type { homeRoutes } from "../domain/home/home-routes.ts";
import type { practiceRoutes } from "../domain/practice/practice-routes.ts";
import type { studyRoutes } from "../domain/study/study-routes.ts";
import { type HandlerPermissions, learnerCallCountPermissions } from "./handler-permissions.ts";

export const practicePermissions: Record<
  keyof (typeof homeRoutes & typeof practiceRoutes & typeof studyRoutes),
  HandlerPermissions
> = {
  "get-home": {
    area: "Practising",
    impact: "Learners wait longer for Home, because the app requests each of its parts from another function.",
    tables: {
      profiles: ["GetItem", "PutItem", "DeleteItem"],
      subscriptions: ["GetItem"],
      study_changes: ["Query"],
      user_progress: ["Query"],
      completed_scenarios: ["Query"],
      exam_attempts: ["Query"],
    },
    userPool: ["AdminGetUser"],
    contentSigning: true,
    eventBus: true,
  },
  "grant-content": {
    area: "Practising",
    impact: "Learners hear nothing: dialogues and audio cannot be loaded.",
    counts: ["GrantsRefused"],
    tables: { profiles: ["GetItem"], subscriptions: ["GetItem"] },
    contentSigning: true,
  },
  "save-progress": {
    area: "Practising",
    impact: "Learners' attempts are saved only in the browser in which they made them.",
    tables: { ...learnerCallCountPermissions, user_progress: ["GetItem", "PutItem", "DeleteItem"] },
  },
  "list-progress": {
    area: "Practising",
    impact: "Learners do not see their practice from other browsers.",
    tables: { user_progress: ["Query"] },
  },
  "list-completed-scenarios": {
    area: "Practising",
    impact: "Learners do not see which dialogues they have completed.",
    tables: { completed_scenarios: ["Query"] },
  },
  "complete-scenario": {
    area: "Practising",
    impact: "Learners cannot finish a dialogue, because its completion is not saved.",
    tables: { ...learnerCallCountPermissions, completed_scenarios: ["GetItem", "PutItem", "DeleteItem"] },
  },
  "list-study-changes": {
    area: "Practising",
    impact: "Learners do not see reviews and terms from their other devices.",
    tables: { study_changes: ["Query"] },
  },
  "save-study-changes": {
    area: "Practising",
    impact: "Learners' reviews and terms are saved only in the browser in which they made them.",
    tables: { ...learnerCallCountPermissions, study_changes: ["Query", "PutItem", "DeleteItem"] },
    eventBus: true,
  },
};
