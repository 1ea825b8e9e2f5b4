import type { RouteName } from "../domain/api.ts";
import type { TableName } from "../domain/tables.ts";

/** What a handler may do with a table. */
export type TableAction = "GetItem" | "PutItem" | "UpdateItem" | "DeleteItem" | "Query";
/** What a handler may do with the user pool. */
export type UserPoolAction = "AdminGetUser" | "AdminUserGlobalSignOut" | "ListUsers";

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
  /** The origins to which e-mails link and the payment provider may send learners back. */
  appOrigins?: true;
  /** The keys to the payment provider. */
  payments?: true;
  /** Leave to tell the event bus what happened. */
  eventBus?: true;
  /** By what the access tokens of learners are known. */
  tokenCheck?: true;
  /** Leave to post to the open connections of learners. */
  connectionGateway?: true;
};

/** What it takes to make a learner's row say what the payment provider says. */
const syncing = {
  tables: { subscriptions: ["GetItem", "PutItem"] },
  indexes: { subscriptions: ["by_stripe_customer"] },
  payments: true,
  eventBus: true,
} as const satisfies Omit<Needs, "impact">;

/** What the handler of each route needs. A conditional write needs no more than the write itself. */
export const routeNeeds: Record<RouteName, Needs> = {
  "check-user-provider": {
    impact: "Nobody can sign up or sign in, because whether an e-mail has an account cannot be checked.",
    tables: { call_counts: ["UpdateItem"] },
    userPool: ["ListUsers"],
  },
  "get-account": {
    impact: "Signed-in learners see neither their name nor their plan, and cannot practise.",
    tables: { profiles: ["GetItem", "PutItem"], subscriptions: ["GetItem"] },
    userPool: ["AdminGetUser"],
    eventBus: true,
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
  "no-such-route": {
    impact: "Calls to addresses that do not exist get a failure in place of a refusal; learners see no difference.",
  },
};

/** What each of the user pool's triggers needs. */
export const triggerNeeds = {
  "pre-sign-up": {
    impact: "Nobody can sign up, and nobody can come through Google for the first time.",
    userPool: ["ListUsers"],
  },
  "custom-message": {
    impact: "Nobody gets a verification or reset code, so nobody can finish signing up or reset a password.",
    appOrigins: true,
  },
  "post-confirmation": {
    impact: "Learners who enter a correct code, or come through Google, are shown a failure instead of being let in.",
    tables: { profiles: ["GetItem", "PutItem"] },
    userPool: ["AdminUserGlobalSignOut"],
  },
} as const satisfies Record<string, Needs>;

/** What the handlers of the WebSocket API's routes need. */
export const realtimeNeeds = {
  connect: {
    impact: "Learners' open tabs and devices do not show what changes elsewhere until they read it anew.",
    tables: { connections: ["PutItem"] },
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
