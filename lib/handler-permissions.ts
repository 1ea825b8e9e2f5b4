import type { MetricName } from "../domain/metrics.ts";
import type { TableName } from "../domain/tables.ts";
import type { AlarmArea } from "./monitoring.ts";

type TableAction = "GetItem" | "PutItem" | "UpdateItem" | "DeleteItem" | "BatchWriteItem" | "Query" | "Scan";
export type UserPoolAction =
  | "AdminCreateUser"
  | "AdminDeleteUser"
  | "AdminGetUser"
  | "AdminSetUserPassword"
  | "AdminUpdateUserAttributes"
  | "AdminUserGlobalSignOut"
  | "ListUsers";

/** Permissions also determine the environment variables of a handler. */
export type HandlerPermissions = {
  area: AlarmArea;
  /** Harm to learners if the handler fails, for the alarm's text. */
  impact: string;
  counts?: readonly MetricName[];
  tables?: { readonly [Name in TableName]?: readonly TableAction[] };
  indexes?: { readonly [Name in TableName]?: readonly string[] };
  userPool?: readonly UserPoolAction[];
  contentSigning?: true;
  contentMetrics?: true;
  /** The origins for links in emails, and for the return from the payment provider. */
  appOrigins?: true;
  payments?: true;
  eventBus?: true;
  /** The web app's client id at Cognito. */
  webClient?: true;
  appAddresses?: true;
  /** Issuer and client id that access tokens must name. */
  tokenCheck?: true;
  connectionGateway?: true;
  connectionEnding?: true;
  exportStoring?: true;
  exportRemoval?: true;
  supportMail?: true;
  /** Sending emails from the stage's sender to any address. */
  learnerMail?: true;
  /** A form uploads with the permissions of its signer. */
  sharedAudioForms?: true;
  /** A signed URL reads with the permissions of its signer. */
  sharedAudioAddresses?: true;
  sharedAudioListing?: true;
  sharedAudioRemoval?: true;
};

export const callCountPermissions = { call_counts: ["GetItem", "UpdateItem"] } as const;

/** DeleteItem undoes a write during or after the deletion of the account. */
export const learnerCallCountPermissions = { call_counts: ["GetItem", "UpdateItem", "DeleteItem"] } as const;

export const subscriptionSyncPermissions = {
  tables: { subscriptions: ["GetItem", "PutItem"] },
  indexes: { subscriptions: ["by_stripe_customer"] },
  payments: true,
  eventBus: true,
} as const satisfies Omit<HandlerPermissions, "area" | "impact">;

export const learnerDeletionPermissions = {
  tables: {
    profiles: ["DeleteItem"],
    subscriptions: ["GetItem", "DeleteItem"],
    user_progress: ["Query", "BatchWriteItem"],
    completed_scenarios: ["Query", "BatchWriteItem"],
    exam_attempts: ["Query", "BatchWriteItem"],
    study_changes: ["Query", "BatchWriteItem"],
    connections: ["Query", "DeleteItem"],
    call_counts: ["DeleteItem"],
    shares: ["Query", "UpdateItem", "DeleteItem", "BatchWriteItem"],
    share_links: ["DeleteItem"],
    inboxes: ["Query", "DeleteItem", "BatchWriteItem"],
  },
  indexes: { share_links: ["by_share"] },
  userPool: ["AdminGetUser", "AdminDeleteUser"],
  payments: true,
  connectionEnding: true,
  exportRemoval: true,
  sharedAudioListing: true,
  sharedAudioRemoval: true,
} as const satisfies Omit<HandlerPermissions, "area" | "impact">;

export function handlerMetrics({ counts = [], eventBus }: HandlerPermissions): MetricName[] {
  return [...counts, ...(eventBus ? (["EventsNotPublished"] as const) : [])];
}
