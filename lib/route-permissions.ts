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

/** To find the share of a link. A teacher's link needs the inbox too. */
const linkPermissions = { share_links: ["GetItem"], shares: ["GetItem"], inboxes: ["GetItem"] } as const;

/** Permissions of each route. A conditional write needs no permission to read. */
const ownPermissions: Record<RouteName, HandlerPermissions> = {
  "check-user-provider": {
    area: "Logging in",
    impact: "Nobody can sign up or log in, because the app cannot check if an email has an account.",
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
  "choose-free-plan": {
    area: "Plans and payments",
    impact: "New learners cannot choose the free plan, and stay on the page of plans.",
    tables: { subscriptions: ["GetItem", "PutItem", "DeleteItem"] },
    eventBus: true,
  },
  "cancel-plan": {
    area: "Plans and payments",
    impact: "Learners cannot cancel their plan, and are charged for further renewals.",
    ...subscriptionSyncPermissions,
  },
  "resume-plan": {
    area: "Plans and payments",
    impact: "Learners who cancelled their plan cannot resume it.",
    ...subscriptionSyncPermissions,
  },
  "refresh-subscription": {
    area: "Plans and payments",
    impact: "Learners who return from paying do not see their plan until the payment provider reports it.",
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
      "Learners whose plan was paid, renewed or ended do not see it until the payment provider repeats its report.",
    counts: ["EventsVerified", "EventsNotVerified", "CheckoutsPaid", "PaymentsOfUnknown"],
    ...subscriptionSyncPermissions,
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
    impact: "Learners' attempts are not saved.",
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
  "list-exam-attempts": {
    area: "Mock exams",
    impact: "Learners do not see the mock exams that they took in another browser.",
    tables: { exam_attempts: ["Query"] },
  },
  "save-exam-attempt": {
    area: "Mock exams",
    impact: "Learners' mock exams are saved only in the browser in which they took them.",
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
    impact: "Learners do not see the markings of their mock exams from other browsers.",
    tables: { exam_attempts: ["GetItem", "Query"] },
  },
  "mark-exam-attempt": {
    area: "Mock exams",
    impact: "Learners' markings of mock exams are saved only in the browser in which they made them.",
    tables: { ...learnerCallCountPermissions, exam_attempts: ["GetItem", "PutItem", "UpdateItem", "DeleteItem"] },
    eventBus: true,
  },
  "delete-exam-marking": {
    area: "Mock exams",
    impact: "Learners cannot delete a marking of a mock exam.",
    tables: { ...learnerCallCountPermissions, exam_attempts: ["GetItem", "UpdateItem", "DeleteItem"] },
    eventBus: true,
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
  "create-share": {
    area: "Feedback",
    impact: "Learners cannot ask for feedback by a link.",
    tables: {
      ...learnerCallCountPermissions,
      shares: ["GetItem", "PutItem", "UpdateItem", "DeleteItem", "Query"],
      share_links: ["PutItem", "DeleteItem"],
      inboxes: ["GetItem", "PutItem", "DeleteItem"],
      subscriptions: ["GetItem"],
    },
  },
  "list-shares": {
    area: "Feedback",
    impact: "Learners do not see their links, and cannot end one.",
    tables: { shares: ["GetItem", "Query"] },
  },
  "get-share": {
    area: "Feedback",
    impact: "Learners do not see the comments that they received.",
    tables: { shares: ["GetItem", "Query"] },
    sharedAudioAddresses: true,
  },
  "request-uploads": {
    area: "Feedback",
    impact: "Learners cannot upload the recordings that they share, so guests hear nothing.",
    tables: { ...learnerCallCountPermissions, shares: ["GetItem"] },
    sharedAudioForms: true,
  },
  "change-share": {
    area: "Feedback",
    impact: "Learners can neither block nor replace a link.",
    tables: {
      ...learnerCallCountPermissions,
      shares: ["GetItem", "UpdateItem"],
      share_links: ["PutItem", "DeleteItem"],
    },
    eventBus: true,
  },
  "revoke-share": {
    area: "Feedback",
    impact: "Learners cannot end a link, and its recordings stay until it expires.",
    tables: {
      ...learnerCallCountPermissions,
      shares: ["GetItem", "PutItem", "UpdateItem", "DeleteItem", "Query", "BatchWriteItem"],
      share_links: ["DeleteItem"],
      inboxes: ["DeleteItem"],
    },
    indexes: { share_links: ["by_share"] },
    eventBus: true,
    sharedAudioListing: true,
    sharedAudioRemoval: true,
  },
  "delete-share-comment": {
    area: "Feedback",
    impact: "Learners cannot delete a comment that they received.",
    tables: { ...learnerCallCountPermissions, shares: ["GetItem", "UpdateItem", "DeleteItem"] },
    eventBus: true,
    sharedAudioRemoval: true,
  },
  "set-feedback-email": {
    area: "Feedback",
    impact: "Learners cannot turn off the emails about feedback.",
    tables: { ...learnerCallCountPermissions, shares: ["UpdateItem", "DeleteItem"] },
  },
  "leave-teacher": {
    area: "Feedback",
    impact: "Learners cannot end a teacher's access to their links.",
    tables: {
      ...learnerCallCountPermissions,
      shares: ["UpdateItem", "DeleteItem"],
      share_links: ["DeleteItem"],
      inboxes: ["Query", "DeleteItem"],
    },
  },
  "open-share": {
    area: "Feedback",
    impact: "Learners get no feedback, because nobody can open their links.",
    tables: {
      ...linkPermissions,
      ...callCountPermissions,
      shares: ["GetItem", "Query"],
      inboxes: ["GetItem", "UpdateItem"],
      exam_attempts: ["GetItem"],
    },
    contentSigning: true,
    sharedAudioAddresses: true,
  },
  "save-guest-comment": {
    area: "Feedback",
    impact: "Learners get no comments, because those of guests are not saved.",
    tables: {
      ...linkPermissions,
      ...callCountPermissions,
      shares: ["GetItem", "UpdateItem", "DeleteItem"],
      inboxes: ["GetItem", "UpdateItem"],
      closed_accounts: ["GetItem"],
    },
    eventBus: true,
    sharedAudioForms: true,
    sharedAudioAddresses: true,
    sharedAudioRemoval: true,
  },
  "delete-guest-writing": {
    area: "Feedback",
    impact: "Nobody who commented by a link can delete their comments.",
    tables: {
      ...linkPermissions,
      ...callCountPermissions,
      shares: ["GetItem", "Query", "UpdateItem", "DeleteItem"],
      exam_attempts: ["GetItem", "UpdateItem", "DeleteItem"],
    },
    eventBus: true,
    sharedAudioRemoval: true,
  },
  "mark-shared-exam": {
    area: "Feedback",
    impact: "Learners get no markings of guests, because they are not saved.",
    tables: {
      ...linkPermissions,
      ...callCountPermissions,
      shares: ["GetItem", "UpdateItem", "DeleteItem"],
      inboxes: ["GetItem", "UpdateItem"],
      exam_attempts: ["GetItem", "PutItem", "UpdateItem", "DeleteItem"],
      closed_accounts: ["GetItem"],
    },
    eventBus: true,
  },
  "report-share": {
    area: "Feedback",
    impact: "Nobody can report a link that is abused.",
    counts: ["SharesReported"],
    tables: { ...linkPermissions, ...callCountPermissions, shares: ["GetItem", "UpdateItem"] },
  },
  "save-reusable-comments": {
    area: "Feedback",
    impact: "Nobody can save reusable comments for answers to learners.",
    tables: {
      ...linkPermissions,
      ...callCountPermissions,
      inboxes: ["GetItem", "PutItem", "DeleteItem"],
      closed_accounts: ["GetItem"],
    },
  },
  "get-inbox": {
    area: "Feedback",
    impact: "Teachers do not see the links that learners shared with them.",
    tables: { inboxes: ["Query"] },
  },
  "keep-share": {
    area: "Feedback",
    impact: "Teachers cannot put the link of a learner into their inbox.",
    tables: {
      ...learnerCallCountPermissions,
      ...linkPermissions,
      shares: ["GetItem", "PutItem", "UpdateItem", "DeleteItem", "Query"],
      inboxes: ["GetItem", "PutItem", "DeleteItem", "Query"],
      profiles: ["GetItem"],
    },
  },
  "open-inbox-share": {
    area: "Feedback",
    impact: "Teachers cannot open the links of learners in their inbox.",
    tables: {
      ...learnerCallCountPermissions,
      share_links: ["PutItem", "DeleteItem"],
      shares: ["GetItem"],
      inboxes: ["GetItem", "UpdateItem"],
    },
  },
  "remove-inbox-share": {
    area: "Feedback",
    impact: "Teachers cannot remove the link of a learner from their inbox.",
    tables: {
      ...learnerCallCountPermissions,
      share_links: ["DeleteItem"],
      shares: ["UpdateItem"],
      inboxes: ["GetItem", "DeleteItem"],
    },
  },
  "remove-learner": {
    area: "Feedback",
    impact: "Teachers cannot remove a learner from their inbox.",
    tables: {
      ...learnerCallCountPermissions,
      shares: ["UpdateItem", "DeleteItem"],
      share_links: ["DeleteItem"],
      inboxes: ["Query", "DeleteItem"],
    },
  },
  "send-support-email": {
    area: "Account and support",
    impact: "Learners cannot write to support, so other faults may stay unreported.",
    tables: { profiles: ["GetItem"], ...learnerCallCountPermissions },
    supportMail: true,
  },
};

/** Adds the check for closed accounts to each learner's route, except to routes that serve closed accounts. */
function addClosedAccountsCheck(name: RouteName): HandlerPermissions {
  const { access, servesClosed }: Route = routes[name];
  const permissions = ownPermissions[name];
  if (access !== "user" || servesClosed) return permissions;
  return { ...permissions, tables: { ...permissions.tables, closed_accounts: ["GetItem"] } };
}

const routeNames = Object.keys(ownPermissions).filter((name): name is RouteName => Object.hasOwn(routes, name));

export const routePermissions = Object.fromEntries(
  routeNames.map((name) => [name, addClosedAccountsCheck(name)]),
) as Record<
  // Object.fromEntries loses the type of the keys. Every route has an entry.
  RouteName,
  HandlerPermissions
>;
