import { type Route, type RouteName, routes } from "../domain/api.ts";
import type { TableName } from "../domain/tables.ts";

/** What a handler may do with a table. */
export type TableAction = "GetItem" | "PutItem" | "UpdateItem" | "DeleteItem" | "BatchWriteItem" | "Query";
/** What a handler may do with the user pool. */
export type UserPoolAction = "AdminDeleteUser" | "AdminGetUser" | "ListUsers";

/** What a handler is given; nothing else is granted to it or put in its environment. */
export type Needs = {
  /** What learners suffer while the handler fails: the words of its alarms. */
  impact: string;
  tables?: { readonly [Name in TableName]?: readonly TableAction[] };
  /** The indexes of tables that it may query. */
  indexes?: { readonly [Name in TableName]?: readonly string[] };
  userPool?: readonly UserPoolAction[];
  /** The private key that signs access to the content, and where the content is. */
  contentSigning?: true;
  /** The origin to which e-mails link. */
  appOrigin?: true;
  /** The origins to which the payment provider may send learners back. */
  appOrigins?: true;
  /** The keys to the payment provider. */
  payments?: true;
  /** Leave to tell the event bus what happened. */
  eventBus?: true;
  /** By what the access tokens of learners are known. */
  tokenCheck?: true;
  /** Leave to post to the open connections of learners. */
  connectionGateway?: true;
  /** Leave to end the open connections of learners. */
  connectionEnding?: true;
  /** Leave to store exports of learners' data, and to hand them out. */
  exportStoring?: true;
  /** Leave to remove exports. */
  exportRemoval?: true;
  /** Leave to send e-mail, and where messages to support go. */
  supportMail?: true;
};

/** What it takes to make a learner's row say what the payment provider says. */
const syncing = {
  tables: { subscriptions: ["GetItem", "PutItem"] },
  indexes: { subscriptions: ["by_stripe_customer"] },
  payments: true,
  eventBus: true,
} as const satisfies Omit<Needs, "impact">;

/** What each route's own function needs. A conditional write needs no more than the write itself. */
const ownNeeds: Record<RouteName, Needs> = {
  "check-user-provider": {
    impact: "Nobody can sign up or sign in, because whether an e-mail has an account cannot be checked.",
    userPool: ["ListUsers"],
  },
  "get-account": {
    impact: "Signed-in learners see neither their name nor their plan, and cannot practise.",
    tables: { profiles: ["GetItem", "PutItem"], subscriptions: ["GetItem"], closed_accounts: ["GetItem"] },
    userPool: ["AdminGetUser"],
    eventBus: true,
  },
  "export-account": {
    impact: "Learners cannot download what is held on them.",
    tables: {
      profiles: ["GetItem"],
      subscriptions: ["GetItem"],
      user_progress: ["Query"],
      completed_scenarios: ["Query"],
      connections: ["Query"],
      rate_limits: ["GetItem", "UpdateItem"],
    },
    userPool: ["AdminGetUser"],
    exportStoring: true,
  },
  "delete-user": {
    impact: "Learners cannot delete their account, and what is held on them stays.",
    tables: {
      profiles: ["DeleteItem"],
      subscriptions: ["GetItem", "DeleteItem"],
      user_progress: ["Query", "BatchWriteItem"],
      completed_scenarios: ["Query", "BatchWriteItem"],
      connections: ["Query", "DeleteItem"],
      closed_accounts: ["GetItem", "PutItem"],
    },
    userPool: ["AdminGetUser", "AdminDeleteUser"],
    payments: true,
    connectionEnding: true,
    exportRemoval: true,
  },
  "update-profile": {
    impact: "Learners cannot change their name or choose their language.",
    tables: { profiles: ["UpdateItem"] },
    eventBus: true,
  },
  "choose-free-plan": {
    impact: "New learners cannot choose the free plan and get no further than the plans.",
    tables: { subscriptions: ["GetItem", "PutItem"] },
    eventBus: true,
  },
  "cancel-plan": {
    impact: "Learners cannot cancel their plan, and those with a plan that renews go on being charged.",
    ...syncing,
  },
  "resume-plan": {
    impact: "Learners who cancelled their plan cannot let it go on.",
    ...syncing,
  },
  "refresh-subscription": {
    impact: "Learners who come back from paying do not see their plan until the payment provider has reported it.",
    ...syncing,
  },
  "create-checkout-session": {
    impact: "Learners can neither buy a plan nor change to another one.",
    ...syncing,
    tables: { ...syncing.tables, profiles: ["GetItem"] },
    userPool: ["AdminGetUser"],
    appOrigins: true,
  },
  "customer-portal": {
    impact: "Learners can neither change their card nor see their invoices.",
    tables: { subscriptions: ["GetItem"] },
    payments: true,
    appOrigins: true,
  },
  "stripe-webhook": {
    impact:
      "Learners whose plan was paid, renewed or ended at the payment provider do not see it until it reports again.",
    ...syncing,
  },
  "grant-content": {
    impact: "Learners hear nothing: neither scenarios nor audio can be loaded.",
    tables: { profiles: ["GetItem"], subscriptions: ["GetItem"] },
    contentSigning: true,
  },
  "save-progress": {
    impact: "Attempts that learners make are not kept.",
    tables: { user_progress: ["GetItem", "PutItem"] },
  },
  "list-completed-scenarios": {
    impact: "Learners do not see which scenarios they have completed.",
    tables: { completed_scenarios: ["Query"] },
  },
  "complete-scenario": {
    impact: "Learners cannot finish a scenario: its completion is not kept.",
    tables: { completed_scenarios: ["PutItem"] },
  },
  "send-support-email": {
    impact: "Learners cannot write to support, who may not hear of what else goes wrong.",
    tables: { profiles: ["GetItem"], rate_limits: ["GetItem", "UpdateItem"] },
    supportMail: true,
  },
  "no-such-route": {
    impact: "Calls to addresses that do not exist get a failure in place of a refusal; learners see no difference.",
  },
};

/** Every learner's route asks whether the account was deleted, unless the route sees to that itself. */
function withClosedAccounts(name: RouteName): Needs {
  const { access, servesClosed }: Route = routes[name];
  const needs = ownNeeds[name];
  if (access !== "user" || servesClosed) return needs;
  return { ...needs, tables: { ...needs.tables, closed_accounts: ["GetItem"] } };
}

const routeNames = Object.keys(ownNeeds).filter((name): name is RouteName => Object.hasOwn(routes, name));

/** What the handler of each route needs. */
export const routeNeeds = Object.fromEntries(routeNames.map((name) => [name, withClosedAccounts(name)])) as Record<
  // One entry for each name; Object.fromEntries forgets them.
  RouteName,
  Needs
>;

/** What each of the user pool's triggers needs. */
export const triggerNeeds = {
  "custom-message": {
    impact: "Nobody gets a verification or reset code, so nobody can finish signing up or reset a password.",
    appOrigin: true,
  },
  "post-confirmation": {
    impact: "Learners who enter a correct verification code are shown a failure instead of being let in.",
    tables: { profiles: ["GetItem", "PutItem"] },
  },
} as const satisfies Record<string, Needs>;

/** What the handlers of the WebSocket API's routes need. */
export const realtimeNeeds = {
  connect: {
    impact: "Learners' open tabs and devices do not show what changes elsewhere until they read it anew.",
    tables: { connections: ["PutItem"], closed_accounts: ["GetItem"] },
    tokenCheck: true,
  },
  disconnect: {
    impact: "Learners see no difference: closed connections are remembered until their time runs out.",
    tables: { connections: ["DeleteItem"] },
    indexes: { connections: ["by_connection"] },
  },
  message: {
    impact: "Learners' open tabs take their connections for broken and join again and again.",
  },
} as const satisfies Record<string, Needs>;

/** What the handlers of events and of the schedule need, by their paths below lambdas/. */
export const reactionNeeds = {
  "realtime/push-changes": {
    impact: "Learners' open tabs and devices do not show what changed elsewhere until they read it anew.",
    tables: { connections: ["Query", "DeleteItem"] },
    connectionGateway: true,
  },
  "events/on-subscription-ended": {
    impact: "Learners whose plan has ended keep it on record until the hourly run; its access is over all the same.",
    ...syncing,
  },
  "schedule/expire-subscriptions": {
    impact:
      "Plans that have ended stay on record, and learners whose renewal was missed are refused what they paid for.",
    ...syncing,
    indexes: { subscriptions: [...syncing.indexes.subscriptions, "expiry"] },
  },
} as const satisfies Record<string, Needs>;

export type ReactionName = keyof typeof reactionNeeds;
