import { type RouteName, routes } from "../domain/api.ts";
import type { Route } from "../domain/http/route.ts";
import {
  type HandlerPermissions,
  learnerDeletionPermissions,
  subscriptionSyncPermissions,
} from "./handler-permissions.ts";

const callCountPermissions = { call_counts: ["GetItem", "UpdateItem"] } as const;
/** DeleteItem removes a count that a call wrote after its account was deleted. */
const learnerCallCountPermissions = { call_counts: ["GetItem", "UpdateItem", "DeleteItem"] } as const;

/** A conditional write needs no permission besides that of the write. */
const ownPermissions: Record<RouteName, HandlerPermissions> = {
  "check-user-provider": {
    area: "Signing in",
    impact: "Nobody can sign up or sign in, because whether an e-mail has an account cannot be checked.",
    tables: { ...callCountPermissions },
    userPool: ["ListUsers"],
  },
  "confirm-email": {
    area: "Signing in",
    impact: "Nobody can finish signing up with an e-mail, because its code is not taken.",
    tables: { ...callCountPermissions },
    userPool: ["AdminGetUser", "AdminSetUserPassword", "AdminUpdateUserAttributes"],
    webClient: true,
  },
  "get-account": {
    area: "Practising",
    impact: "Signed-in learners see neither their name nor their plan, and cannot practise.",
    tables: {
      profiles: ["GetItem", "PutItem", "DeleteItem"],
      subscriptions: ["GetItem"],
      closed_accounts: ["GetItem"],
    },
    userPool: ["AdminGetUser"],
    eventBus: true,
  },
  "export-account": {
    area: "Account and support",
    impact: "Learners cannot download what is held on them.",
    tables: {
      profiles: ["GetItem"],
      subscriptions: ["GetItem"],
      user_progress: ["Query"],
      completed_scenarios: ["Query"],
      exam_attempts: ["Query"],
      connections: ["Query"],
      ...learnerCallCountPermissions,
    },
    userPool: ["AdminGetUser"],
    exportStoring: true,
  },
  "end-sessions": {
    area: "Account and support",
    impact: "Learners who change their password stay signed in wherever they, or somebody else, signed in before.",
    tables: { connections: ["Query", "DeleteItem"] },
    userPool: ["AdminUserGlobalSignOut"],
    connectionEnding: true,
  },
  "delete-user": {
    area: "Account and support",
    impact: "Learners cannot delete their account, and what is held on them stays.",
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
    impact: "Learners whose language has no dialogues yet cannot ask to be told when it has some.",
    tables: { profiles: ["UpdateItem"] },
    eventBus: true,
  },
  "choose-free-plan": {
    area: "Plans and payments",
    impact: "New learners cannot choose the free plan and get no further than the plans.",
    tables: { subscriptions: ["GetItem", "PutItem", "DeleteItem"] },
    eventBus: true,
  },
  "cancel-plan": {
    area: "Plans and payments",
    impact: "Learners cannot cancel their plan, and those with a plan that renews go on being charged.",
    ...subscriptionSyncPermissions,
  },
  "resume-plan": {
    area: "Plans and payments",
    impact: "Learners who cancelled their plan cannot let it go on.",
    ...subscriptionSyncPermissions,
  },
  "refresh-subscription": {
    area: "Plans and payments",
    impact: "Learners who come back from paying do not see their plan until the payment provider has reported it.",
    ...subscriptionSyncPermissions,
  },
  "create-checkout-session": {
    area: "Plans and payments",
    impact: "Learners can neither buy a plan nor change to another one.",
    counts: ["CheckoutsBegun"],
    ...subscriptionSyncPermissions,
    tables: {
      subscriptions: ["GetItem", "PutItem", "DeleteItem"],
      ...learnerCallCountPermissions,
      profiles: ["GetItem"],
    },
    userPool: ["AdminGetUser"],
    appOrigins: true,
  },
  "customer-portal": {
    area: "Plans and payments",
    impact: "Learners can neither change their card nor see their invoices.",
    tables: { ...learnerCallCountPermissions, subscriptions: ["GetItem"] },
    payments: true,
    appOrigins: true,
  },
  "stripe-webhook": {
    area: "Plans and payments",
    impact:
      "Learners whose plan was paid, renewed or ended at the payment provider do not see it until it reports again.",
    counts: ["EventsVerified", "EventsNotVerified", "CheckoutsPaid", "PaymentsOfUnknown"],
    ...subscriptionSyncPermissions,
  },
  "grant-content": {
    area: "Practising",
    impact: "Learners hear nothing: neither scenarios nor audio can be loaded.",
    counts: ["GrantsRefused"],
    tables: { profiles: ["GetItem"], subscriptions: ["GetItem"] },
    contentSigning: true,
  },
  "save-progress": {
    area: "Practising",
    impact: "Attempts that learners make are not kept.",
    tables: { ...learnerCallCountPermissions, user_progress: ["GetItem", "PutItem", "DeleteItem"] },
  },
  "list-progress": {
    area: "Practising",
    impact: "Learners do not see what they have practised in another browser.",
    tables: { user_progress: ["Query"] },
  },
  "list-completed-scenarios": {
    area: "Practising",
    impact: "Learners do not see which scenarios they have completed.",
    tables: { completed_scenarios: ["Query"] },
  },
  "complete-scenario": {
    area: "Practising",
    impact: "Learners cannot finish a scenario: its completion is not kept.",
    tables: { ...learnerCallCountPermissions, completed_scenarios: ["GetItem", "PutItem", "DeleteItem"] },
  },
  "list-exam-attempts": {
    area: "Mock exams",
    impact: "Learners do not see the mock exams that they took in another browser.",
    tables: { exam_attempts: ["Query"] },
  },
  "save-exam-attempt": {
    area: "Mock exams",
    impact: "Mock exams that learners take stay in the browser in which they took them.",
    tables: { ...learnerCallCountPermissions, exam_attempts: ["GetItem", "UpdateItem", "DeleteItem"] },
    eventBus: true,
  },
  "delete-exam-attempt": {
    area: "Mock exams",
    impact: "Learners cannot delete their mock exams.",
    tables: {
      ...learnerCallCountPermissions,
      exam_attempts: ["GetItem", "UpdateItem", "DeleteItem", "Query", "BatchWriteItem"],
    },
    eventBus: true,
  },
  "list-exam-markings": {
    area: "Mock exams",
    impact: "Learners do not see how their mock exams were marked in another browser.",
    tables: { exam_attempts: ["GetItem", "Query"] },
  },
  "mark-exam-attempt": {
    area: "Mock exams",
    impact: "What learners note when they mark a mock exam stays in the browser in which they noted it.",
    tables: { ...learnerCallCountPermissions, exam_attempts: ["GetItem", "PutItem", "UpdateItem", "DeleteItem"] },
    eventBus: true,
  },
  "delete-exam-marking": {
    area: "Mock exams",
    impact: "Learners cannot delete a marking of a mock exam.",
    tables: { ...learnerCallCountPermissions, exam_attempts: ["GetItem", "UpdateItem", "DeleteItem"] },
    eventBus: true,
  },
  "send-support-email": {
    area: "Account and support",
    impact: "Learners cannot write to support, who may not hear of what else goes wrong.",
    tables: { profiles: ["GetItem"], ...learnerCallCountPermissions },
    supportMail: true,
  },
};

/** Adds the check for a deleted account to each route of learners, unless the route serves deleted accounts. */
function addClosedAccountsCheck(name: RouteName): HandlerPermissions {
  const { access, servesClosed }: Route = routes[name];
  const needs = ownPermissions[name];
  if (access !== "user" || servesClosed) return needs;
  return { ...needs, tables: { ...needs.tables, closed_accounts: ["GetItem"] } };
}

const routeNames = Object.keys(ownPermissions).filter((name): name is RouteName => Object.hasOwn(routes, name));

export const routePermissions = Object.fromEntries(
  routeNames.map((name) => [name, addClosedAccountsCheck(name)]),
) as Record<
  // Object.fromEntries loses the key type; every route has an entry.
  RouteName,
  HandlerPermissions
>;
