import type { RouteName } from "../domain/api.ts";
import type { TableName } from "../domain/tables.ts";

/** What a handler may do with a table. */
export type TableAction = "GetItem" | "PutItem" | "UpdateItem" | "DeleteItem" | "Query";
/** What a handler may do with the user pool. */
export type UserPoolAction = "AdminGetUser" | "ListUsers";

/** What a handler is given; nothing else is granted to it or put in its environment. */
export type Needs = {
  /** What learners suffer while the handler fails: the words of its alarms. */
  impact: string;
  tables?: { readonly [Name in TableName]?: readonly TableAction[] };
  userPool?: readonly UserPoolAction[];
  /** The private key that signs access to the content, and where the content is. */
  contentSigning?: true;
  /** The origin to which e-mails link. */
  appOrigin?: true;
};

/** What the handler of each route needs. A conditional write needs no more than the write itself. */
export const routeNeeds: Record<RouteName, Needs> = {
  "check-user-provider": {
    impact: "Nobody can sign up or sign in, because whether an e-mail has an account cannot be checked.",
    userPool: ["ListUsers"],
  },
  "get-account": {
    impact: "Signed-in learners see neither their name nor their plan, and cannot practise.",
    tables: { profiles: ["GetItem", "PutItem"], subscriptions: ["GetItem"] },
    userPool: ["AdminGetUser"],
  },
  "update-profile": {
    impact: "Learners cannot change their name or choose their language.",
    tables: { profiles: ["UpdateItem"] },
  },
  "choose-free-plan": {
    impact: "New learners cannot choose the free plan and get no further than the plans.",
    tables: { subscriptions: ["GetItem", "PutItem"] },
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
  "custom-message": {
    impact: "Nobody gets a verification or reset code, so nobody can finish signing up or reset a password.",
    appOrigin: true,
  },
  "post-confirmation": {
    impact: "Learners who enter a correct verification code are shown a failure instead of being let in.",
    tables: { profiles: ["GetItem", "PutItem"] },
  },
} as const satisfies Record<string, Needs>;
