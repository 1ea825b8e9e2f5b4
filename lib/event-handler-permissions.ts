import {
  type HandlerPermissions,
  learnerDeletionPermissions,
  subscriptionSyncPermissions,
} from "./handler-permissions.ts";

export const triggerPermissions = {
  "pre-sign-up": {
    area: "Logging in",
    impact: "Nobody can sign up or log in.",
    counts: ["SignUpRefusals"],
    userPool: ["ListUsers", "AdminGetUser", "AdminDeleteUser"],
  },
  "custom-message": {
    area: "Logging in",
    impact: "Nobody gets a verification or reset code, so nobody can finish signing up or reset a password.",
    appOrigins: true,
  },
  "post-confirmation": {
    area: "Logging in",
    impact:
      "Learners who reset their password or first log in through Google see an error, and a reset may not end other sessions.",
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
    impact: "Learners' open tabs and devices show changes from elsewhere only after a reload.",
    tables: { connections: ["PutItem", "Query", "DeleteItem"], closed_accounts: ["GetItem"] },
    connectionEnding: true,
    tokenCheck: true,
  },
  disconnect: {
    area: "Live updates",
    impact: "Learners notice nothing: rows of closed connections stay until they expire.",
    tables: { connections: ["DeleteItem"] },
    indexes: { connections: ["by_connection"] },
  },
  message: {
    area: "Live updates",
    impact: "Learners notice nothing: clients that send unknown messages are not limited.",
    tables: { call_counts: ["GetItem", "UpdateItem"] },
    indexes: { connections: ["by_connection"] },
    connectionGateway: true,
    connectionEnding: true,
  },
} as const satisfies Record<string, HandlerPermissions>;

export const eventHandlerPermissions = {
  "realtime/push-changes": {
    area: "Live updates",
    impact: "Learners' open tabs and devices show changes from elsewhere only after a reload.",
    tables: { connections: ["Query", "DeleteItem"] },
    connectionGateway: true,
    connectionEnding: true,
  },
  "events/on-subscription-ended": {
    area: "Plans and payments",
    impact: "Learners' ended plans stay recorded until the hourly run, but give no more access.",
    counts: ["Downgrades"],
    ...subscriptionSyncPermissions,
  },
  "events/check-shared-audio": {
    area: "Feedback",
    impact: "Guests do not hear new recordings, and learners no voice comments, because nothing records their arrival.",
    tables: { shares: ["GetItem", "UpdateItem"], share_links: ["GetItem"] },
    eventBus: true,
    sharedAudioAddresses: true,
    // Without this permission, S3 does not report a deleted file as missing, but refuses to read it.
    sharedAudioListing: true,
    sharedAudioRemoval: true,
  },
  "schedule/expire-subscriptions": {
    area: "Plans and payments",
    impact:
      "Plans that have ended stay recorded, and learners whose renewal was not recorded lose access that they paid for.",
    counts: ["Downgrades", "ExpiryRuns"],
    ...subscriptionSyncPermissions,
    indexes: { subscriptions: [...subscriptionSyncPermissions.indexes.subscriptions, "expiry"] },
  },
  "schedule/expire-shares": {
    area: "Feedback",
    impact: "Recordings that learners shared stay stored after their links expire, until the bucket deletes them.",
    tables: { shares: ["GetItem", "PutItem", "UpdateItem"], inboxes: ["DeleteItem"] },
    indexes: { shares: ["due"] },
    sharedAudioListing: true,
    sharedAudioRemoval: true,
  },
  "schedule/send-feedback-mail": {
    area: "Feedback",
    impact: "Learners get no email about feedback, and notice it only in the app.",
    tables: { shares: ["GetItem", "UpdateItem"], profiles: ["GetItem"] },
    indexes: { shares: ["due"] },
    appOrigins: true,
    learnerMail: true,
  },
  "schedule/sweep-closed-accounts": {
    area: "Account and support",
    impact: "Data of learners who deleted their account may stay, because interrupted deletions are not completed.",
    ...learnerDeletionPermissions,
    tables: { ...learnerDeletionPermissions.tables, closed_accounts: ["Scan", "UpdateItem"] },
  },
} as const satisfies Record<string, HandlerPermissions>;

/** These runs have no dead-letter queue, because the next run replaces a failed run. */
export const unretriedRunPermissions = {
  "schedule/check-content-errors": {
    area: "Practising",
    impact:
      "Learners hear nothing, or miss some recordings: CloudFront fails on requests for dialogues and audio, or refuses them.",
    contentMetrics: true,
  },
  "schedule/run-canary": {
    area: "Canary",
    impact:
      "Learners probably cannot log in, hear dialogues or get live updates: the canary does all three as learners do.",
    // A new process of the canary sets a new password for the canary's account, because no password is stored.
    userPool: ["AdminCreateUser", "AdminSetUserPassword"],
    webClient: true,
    appAddresses: true,
  },
} as const satisfies Record<string, HandlerPermissions>;

export type EventHandlerName = keyof typeof eventHandlerPermissions;
export type UnretriedRunName = keyof typeof unretriedRunPermissions;
