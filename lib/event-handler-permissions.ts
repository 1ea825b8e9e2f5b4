import {
  type HandlerPermissions,
  learnerDeletionPermissions,
  subscriptionSyncPermissions,
} from "./handler-permissions.ts";

export const triggerPermissions = {
  "pre-sign-up": {
    area: "Signing in",
    impact: "Nobody can sign up or log in with a password, and nobody can come through Google for the first time.",
    counts: ["SignUpRefusals"],
    userPool: ["ListUsers", "AdminGetUser", "AdminDeleteUser"],
  },
  "custom-message": {
    area: "Signing in",
    impact: "Nobody gets a verification or reset code, so nobody can finish signing up or reset a password.",
    appOrigins: true,
  },
  "post-confirmation": {
    area: "Signing in",
    impact: "Learners who enter a correct code, or come through Google, are shown a failure instead of being let in.",
    counts: ["SignUps"],
    tables: {
      profiles: ["GetItem", "PutItem", "DeleteItem"],
      closed_accounts: ["GetItem"],
      connections: ["Query", "DeleteItem"],
    },
    userPool: ["AdminUpdateUserAttributes", "AdminUserGlobalSignOut"],
    eventBus: true,
  },
} as const satisfies Record<string, HandlerPermissions>;

export const realtimePermissions = {
  connect: {
    area: "Live updates",
    impact: "Learners' open tabs and devices do not show what changes elsewhere until they read it anew.",
    tables: { connections: ["PutItem", "Query", "DeleteItem"], closed_accounts: ["GetItem"] },
    connectionEnding: true,
    tokenCheck: true,
  },
  disconnect: {
    area: "Live updates",
    impact: "Learners see no difference: closed connections are remembered until their time runs out.",
    tables: { connections: ["DeleteItem"] },
    indexes: { connections: ["by_connection"] },
  },
  message: {
    area: "Live updates",
    impact: "Learners see no difference: whoever says on a connection what no page says is not held to a limit.",
    tables: { call_counts: ["GetItem", "UpdateItem"] },
    indexes: { connections: ["by_connection"] },
    connectionGateway: true,
    connectionEnding: true,
  },
} as const satisfies Record<string, HandlerPermissions>;

export const eventHandlerPermissions = {
  "realtime/push-changes": {
    area: "Live updates",
    impact: "Learners' open tabs and devices do not show what changed elsewhere until they read it anew.",
    tables: { connections: ["Query", "DeleteItem"] },
    connectionGateway: true,
    connectionEnding: true,
  },
  "events/on-subscription-ended": {
    area: "Plans and payments",
    impact: "Learners whose plan has ended keep it on record until the hourly run; its access is over all the same.",
    counts: ["Downgrades"],
    ...subscriptionSyncPermissions,
  },
  "schedule/expire-subscriptions": {
    area: "Plans and payments",
    impact:
      "Plans that have ended stay on record, and learners whose renewal was missed are refused what they paid for.",
    counts: ["Downgrades", "ExpiryRuns"],
    ...subscriptionSyncPermissions,
    indexes: { subscriptions: [...subscriptionSyncPermissions.indexes.subscriptions, "expiry"] },
  },
  "schedule/sweep-closed-accounts": {
    area: "Account and support",
    impact: "Data of learners who deleted their account may stay: what a call that was cut short left is not removed.",
    ...learnerDeletionPermissions,
    tables: { ...learnerDeletionPermissions.tables, closed_accounts: ["Scan", "UpdateItem"] },
  },
} as const satisfies Record<string, HandlerPermissions>;

export type EventHandlerName = keyof typeof eventHandlerPermissions;
