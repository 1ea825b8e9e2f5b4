import type { MetricName } from "../domain/metrics.ts";
import type { TableName } from "../domain/tables.ts";
import type { AlarmArea } from "./monitoring.ts";

/** What a handler may do with a table. */
type TableAction = "GetItem" | "PutItem" | "UpdateItem" | "DeleteItem" | "BatchWriteItem" | "Query" | "Scan";
/** What a handler may do with the user pool. */
export type UserPoolAction =
  | "AdminDeleteUser"
  | "AdminGetUser"
  | "AdminSetUserPassword"
  | "AdminUpdateUserAttributes"
  | "AdminUserGlobalSignOut"
  | "ListUsers";

/** What a handler is given; nothing else is granted to it or put in its environment. */
export type HandlerPermissions = {
  /** What of a learner's day the handler serves, and what learners suffer while it fails: the words of its alarm. */
  area: AlarmArea;
  impact: string;
  /** The metrics that are counted from what it logs. */
  counts?: readonly MetricName[];
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
  /** Permission to publish to the event bus. */
  eventBus?: true;
  /** The name under which the web app is known to the user pool, for calls that anybody may make. */
  webClient?: true;
  /** By what the access tokens of learners are known. */
  tokenCheck?: true;
  /** Permission to post to the open connections of learners. */
  connectionGateway?: true;
  /** Permission to end the open connections of learners. */
  connectionEnding?: true;
  /** Permission to store exports of learners' data, and to hand them out. */
  exportStoring?: true;
  /** Permission to remove exports. */
  exportRemoval?: true;
  /** Permission to send e-mail, and where messages to support go. */
  supportMail?: true;
};

/** What it takes to make a learner's row say what the payment provider says. */
export const subscriptionSyncPermissions = {
  tables: { subscriptions: ["GetItem", "PutItem"] },
  indexes: { subscriptions: ["by_stripe_customer"] },
  payments: true,
  eventBus: true,
} as const satisfies Omit<HandlerPermissions, "area" | "impact">;

/** The permissions to remove everything that is stored about a learner. */
export const learnerDeletionPermissions = {
  tables: {
    profiles: ["DeleteItem"],
    subscriptions: ["GetItem", "DeleteItem"],
    user_progress: ["Query", "BatchWriteItem"],
    completed_scenarios: ["Query", "BatchWriteItem"],
    exam_attempts: ["Query", "BatchWriteItem"],
    connections: ["Query", "DeleteItem"],
    call_counts: ["DeleteItem"],
  },
  userPool: ["AdminGetUser", "AdminDeleteUser"],
  payments: true,
  connectionEnding: true,
  exportRemoval: true,
} as const satisfies Omit<HandlerPermissions, "area" | "impact">;

/** The metrics that are counted from what a handler logs: its own, and what goes for all that publish events. */
export function handlerMetrics({ counts = [], eventBus }: HandlerPermissions): MetricName[] {
  return [...counts, ...(eventBus ? (["EventsNotPublished"] as const) : [])];
}
