import type { accountRoutes } from "../domain/accounts/account-routes.ts";
import type { supportRoutes } from "../domain/support/support-routes.ts";
import {
  callCountPermissions,
  type HandlerPermissions,
  learnerCallCountPermissions,
  learnerDeletionPermissions,
} from "./handler-permissions.ts";

export const accountPermissions: Record<keyof (typeof accountRoutes & typeof supportRoutes), HandlerPermissions> = {
  "check-user-provider": {
    area: "Logging in",
    impact:
      "The app cannot check if an email has an account, so it does not guide learners who choose the wrong log-in method.",
    tables: { ...callCountPermissions },
    userPool: ["ListUsers"],
  },
  "confirm-email": {
    area: "Logging in",
    impact: "Nobody can finish signing up with an email, because codes are not accepted.",
    tables: { ...callCountPermissions },
    userPool: ["AdminGetUser", "AdminSetUserPassword", "AdminUpdateUserAttributes"],
    webClient: true,
  },
  "get-account": {
    area: "Practising",
    impact: "Learners who are logged in see neither their name nor their plan, and cannot practise.",
    tables: {
      profiles: ["GetItem", "PutItem", "DeleteItem"],
      subscriptions: ["GetItem"],
      study_changes: ["Query"],
      closed_accounts: ["GetItem"],
    },
    userPool: ["AdminGetUser"],
    eventBus: true,
  },
  "export-account": {
    area: "Account and support",
    impact: "Learners cannot download their data.",
    tables: {
      profiles: ["GetItem"],
      subscriptions: ["GetItem"],
      user_progress: ["Query"],
      completed_scenarios: ["Query"],
      exam_attempts: ["Query"],
      study_changes: ["Query"],
      connections: ["Query"],
      shares: ["GetItem", "Query"],
      inboxes: ["GetItem", "Query"],
      ...learnerCallCountPermissions,
    },
    userPool: ["AdminGetUser"],
    exportStoring: true,
  },
  "end-sessions": {
    area: "Account and support",
    impact: "Learners who change their password stay logged in on other devices, including those of strangers.",
    tables: { connections: ["Query", "DeleteItem"] },
    userPool: ["AdminUserGlobalSignOut"],
    connectionEnding: true,
  },
  "delete-user": {
    area: "Account and support",
    impact: "Learners cannot delete their account, and their data stays.",
    ...learnerDeletionPermissions,
    tables: { ...learnerDeletionPermissions.tables, closed_accounts: ["GetItem", "UpdateItem"] },
  },
  "update-profile": {
    area: "Account and support",
    impact: "Learners cannot change their name or choose their language.",
    tables: { profiles: ["UpdateItem"] },
    eventBus: true,
  },
  "await-language": {
    area: "Account and support",
    impact: "Learners whose language has no dialogues yet cannot ask to be notified of the first ones.",
    tables: { profiles: ["UpdateItem"] },
    eventBus: true,
  },
  "send-support-email": {
    area: "Account and support",
    impact: "Learners cannot write to support, so other faults may stay unreported.",
    tables: { profiles: ["GetItem"], ...learnerCallCountPermissions },
    supportMail: true,
  },
};
