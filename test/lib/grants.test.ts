import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { handlerPath, type RouteName, routes } from "../../domain/api.ts";
import * as services from "../../lambdas/services.ts";
import {
  eventHandlerPermissions,
  realtimePermissions,
  triggerPermissions,
  unretriedRunPermissions,
} from "../../lib/event-handler-permissions.ts";
import type { HandlerPermissions } from "../../lib/handler-permissions.ts";
import { routePermissions } from "../../lib/route-permissions.ts";
import { findDeployedHandlers } from "./support/handlers.ts";
import { findResources, root, synthesise } from "./support/synthesise.ts";

type OpenServices = Record<string, () => unknown>;

// The mocked wrappers return the functions that create a handler's services.
vi.mock("../../lambdas/http.ts", async () => {
  const { closedAccounts } = await import("../../lambdas/services.ts");
  return {
    onHttp: (_routes: unknown, _name: string, _handle: unknown, providers: OpenServices) => ({ providers }),
    // The real wrapper checks whether the account is closed.
    onLearnerHttp: (_routes: unknown, _name: string, _handle: unknown, providers: OpenServices) => ({
      providers: { ...providers, closedAccounts },
    }),
  };
});
vi.mock("../../lambdas/on-event.ts", async () => {
  const { closedAccounts } = await import("../../lambdas/services.ts");
  return {
    // After the connection handler has stored the row, it checks whether the account is closed.
    onEvent: (name: string, _schema: unknown, _react: unknown, providers: OpenServices) => ({
      providers: name === "realtime-connect" ? { ...providers, closedAccounts } : providers,
    }),
  };
});

const Named = z.object({
  providers: z.record(
    z.string(),
    z.custom<() => unknown>((open) => typeof open === "function"),
  ),
});

const handlers = findDeployedHandlers(synthesise());
const routeNames = Object.keys(routes).filter((name): name is RouteName => Object.hasOwn(routes, name));
const permissionsByHandler: Readonly<Record<string, HandlerPermissions>> = Object.fromEntries([
  ...routeNames.map((name) => [handlerPath(name), routePermissions[name]]),
  ...Object.entries(triggerPermissions).map(([name, needs]) => [`identity/${name}`, needs]),
  ...Object.entries(realtimePermissions).map(([name, needs]) => [`realtime/${name}`, needs]),
  ...Object.entries(eventHandlerPermissions),
  ...Object.entries(unretriedRunPermissions),
]);
const learnerFacing = handlers.filter(({ handler }) => !handler.startsWith("deployment/"));

const permissionsOf = (name: string) => {
  const found = handlers.find(({ handler }) => handler === name);
  if (!found) throw new Error(`There is no handler ${name}`);
  return found.permissions.map(({ action, resource }) => `${action} ${resource}`);
};

function constructPath(name: string): string {
  const found = handlers.find(({ handler }) => handler === name);
  return found?.resource.path.replace(/\/Handler\/Function$/, "") ?? "";
}

const isGrantedToAll = (action: string) => action.startsWith("logs:") || action.startsWith("xray:");

/** Grants with a wildcard, because the ids of connections and the names of files are known only at run time. */
const anyConnection = (method: "POST" | "DELETE") =>
  `arn:{"Ref":"AWS::Partition"}:execute-api:{"Ref":"AWS::Region"}:{"Ref":"AWS::AccountId"}:Realtime/Api/live/${method}/@connections/*`;
const anyExport = "Exports/Bucket/*";
const sharedAudio = "SharedAudio/Bucket/*";
const ses = 'arn:{"Ref":"AWS::Partition"}:ses:{"Ref":"AWS::Region"}:{"Ref":"AWS::AccountId"}:';
/** The addresses of the sender and of the support mailbox, and their domain. */
const identities = ["no-reply@parlance.example", "parlance.example", "support@parlance.example"];

function expectedPermissions(handler: string, needs: HandlerPermissions): string[] {
  const { tables = {}, indexes = {}, userPool = [] } = needs;
  return [
    ...Object.entries(tables).flatMap(([name, actions]) => actions.map((action) => `dynamodb:${action} Data/${name}`)),
    ...Object.entries(indexes).flatMap(([name, of]) => of.map((index) => `dynamodb:Query Data/${name}/index/${index}`)),
    ...userPool.map((action) => `cognito-idp:${action} Identity/UserPool`),
    ...(needs.contentSigning ? ["secretsmanager:GetSecretValue Content/SigningKeys/first-private-key"] : []),
    ...(needs.contentMetrics ? ['cloudwatch:GetMetricStatistics "*"'] : []),
    ...(needs.payments ? ["secretsmanager:GetSecretValue Payments/Keys"] : []),
    ...(needs.eventBus ? ["events:PutEvents Bus"] : []),
    ...(needs.connectionGateway ? [`execute-api:ManageConnections ${anyConnection("POST")}`] : []),
    ...(needs.connectionEnding ? [`execute-api:ManageConnections ${anyConnection("DELETE")}`] : []),
    ...(needs.exportStoring ? ["Delete", "Get", "Put"].map((deed) => `s3:${deed}Object ${anyExport}`) : []),
    ...(needs.exportRemoval ? [`s3:DeleteObject ${anyExport}`, "s3:ListBucket Exports/Bucket"] : []),
    ...(needs.sharedAudioForms ? [`s3:PutObject ${sharedAudio}`] : []),
    ...(needs.sharedAudioAddresses ? [`s3:GetObject ${sharedAudio}`] : []),
    ...(needs.sharedAudioListing ? ["s3:ListBucket SharedAudio/Bucket"] : []),
    ...(needs.sharedAudioRemoval ? [`s3:DeleteObject ${sharedAudio}`] : []),
    ...(needs.learnerMail ? [`ses:SendEmail ${ses}configuration-set/Mail/Sending`] : []),
    ...(needs.learnerMail ? [`ses:SendEmail ${ses}identity/*`] : []),
    ...(needs.supportMail ? [`ses:SendEmail ${ses}configuration-set/Mail/Sending`] : []),
    ...(needs.supportMail ? identities.map((identity) => `ses:SendEmail ${ses}identity/${identity}`) : []),
    ...(Object.hasOwn(eventHandlerPermissions, handler)
      ? [`sqs:SendMessage ${constructPath(handler)}/DeadLetters/Queue`]
      : []),
  ].sort();
}

const findHandlersThatMay = (action: string, on: string) =>
  handlers
    .filter(({ permissions }) => permissions.some((granted) => granted.action === action && granted.resource === on))
    .map(({ handler }) => handler)
    .sort();

const logGroups = new Map(findResources(synthesise(), "AWS::Logs::LogGroup").map(({ id, path }) => [id, path]));

describe("permissions of handlers", () => {
  test.each(learnerFacing)(
    "are those of the permission tables, apart from logs, traces and dead letters: $handler",
    ({ handler, permissions }) => {
      const needs = permissionsByHandler[handler];
      if (!needs) throw new Error(`The permission tables lack ${handler}`);
      const granted = permissions.filter(({ action }) => !isGrantedToAll(action));
      expect(granted.map(({ action, resource }) => `${action} ${resource}`).sort()).toEqual(
        expectedPermissions(handler, needs),
      );
    },
  );

  test.each(handlers)("have wildcards only in the expected places: $handler", ({ handler, permissions, logGroup }) => {
    for (const { action, resource } of permissions) {
      expect(action).not.toContain("*");
      if (/^(xray|cloudwatch):/.test(action)) expect(resource).toBe('"*"');
      else if (action === "execute-api:ManageConnections")
        expect(resource).toMatch(/\/(POST|DELETE)\/@connections\/\*$/);
      else if (action.startsWith("s3:"))
        expect([anyExport, "Exports/Bucket", sharedAudio, "SharedAudio/Bucket"]).toContain(resource);
      else if (resource === `${ses}identity/*`) expect(handler).toBe("schedule/send-feedback-mail");
      else expect(resource).not.toContain("*");
      if (action.startsWith("logs:")) expect(resource).toBe(logGroups.get(logGroup ?? ""));
    }
  });

  test("let get-account create and delete a profile, but not change a plan or delete anything else", () => {
    const permissions = permissionsOf("api/get-account").join("\n");
    expect(permissions).toContain("dynamodb:PutItem Data/profiles");
    expect(permissions).toContain("dynamodb:DeleteItem Data/profiles");
    expect(permissions).not.toMatch(/(Put|Update|Delete)Item Data\/subscriptions/);
    expect(permissions.replace("dynamodb:DeleteItem Data/profiles", "")).not.toContain("Delete");
  });

  test("let only create-signing-key and the routes of content grants read the signing key", () => {
    const key = "Content/SigningKeys/first-private-key";
    expect(findHandlersThatMay("secretsmanager:GetSecretValue", key)).toEqual([
      "api/get-home",
      "api/grant-content",
      "api/open-share",
      "deployment/create-signing-key",
    ]);
    expect(findHandlersThatMay("secretsmanager:PutSecretValue", key)).toEqual(["deployment/create-signing-key"]);
  });

  test("let only check-content-errors read CloudWatch metrics, and only in us-east-1", () => {
    const may =
      '"Action":"cloudwatch:GetMetricStatistics","Condition":{"StringEquals":{"aws:RequestedRegion":"us-east-1"}}';
    const template = synthesise();
    const found = ["AWS::IAM::Role", "AWS::IAM::Policy"]
      .flatMap((type) => findResources(template, type))
      .filter(({ properties }) => JSON.stringify(properties).includes("cloudwatch:"));
    expect(found.map(({ path }) => path)).toEqual(["ContentWatch/check-content-errors/Role"]);
    expect(JSON.stringify(found)).toContain(may);
  });

  test("let only the handlers of plans and of account deletion read Stripe's keys, and no handler write them", () => {
    expect(findHandlersThatMay("secretsmanager:GetSecretValue", "Payments/Keys")).toEqual([
      "api/cancel-plan",
      "api/create-checkout-session",
      "api/customer-portal",
      "api/delete-user",
      "api/refresh-subscription",
      "api/resume-plan",
      "events/on-subscription-ended",
      "schedule/expire-subscriptions",
      "schedule/sweep-closed-accounts",
      "webhooks/stripe-webhook",
    ]);
    const actions = handlers
      .flatMap(({ permissions }) => permissions)
      .flatMap(({ action, resource }) => (resource === "Payments/Keys" ? [action] : []));
    expect(new Set(actions)).toEqual(new Set(["secretsmanager:GetSecretValue"]));
  });

  test("let only push-changes and the message handler post to connections", () => {
    expect(findHandlersThatMay("execute-api:ManageConnections", anyConnection("POST"))).toEqual([
      "realtime/message",
      "realtime/push-changes",
    ]);
  });

  test("let only delete-exam-attempt and the deletion of accounts delete rows of exams in batches", () => {
    expect(findHandlersThatMay("dynamodb:BatchWriteItem", "Data/exam_attempts")).toEqual([
      "api/delete-exam-attempt",
      "api/delete-user",
      "schedule/sweep-closed-accounts",
    ]);
  });

  test("let only delete-user and sweep-closed-accounts delete progress in batches, list exports and update closed accounts", () => {
    const permissions: [action: string, on: string][] = [
      ["dynamodb:BatchWriteItem", "Data/user_progress"],
      ["dynamodb:BatchWriteItem", "Data/completed_scenarios"],
      ["dynamodb:BatchWriteItem", "Data/study_changes"],
      ["dynamodb:UpdateItem", "Data/closed_accounts"],
      ["s3:ListBucket", "Exports/Bucket"],
    ];
    const both = ["api/delete-user", "schedule/sweep-closed-accounts"];
    for (const [action, on] of permissions)
      expect([action, on, findHandlersThatMay(action, on)]).toEqual([action, on, both]);
  });

  // A handler deletes its new row if the account was closed meanwhile.
  test("let handlers that create profiles, plans, progress, exams or study changes also delete them", () => {
    // These handlers change existing rows only.
    const replacing = [
      ...["api/cancel-plan", "api/refresh-subscription", "api/resume-plan", "api/update-profile"],
      "api/await-language",
      ...["events/on-subscription-ended", "schedule/expire-subscriptions", "webhooks/stripe-webhook"],
    ];
    for (const table of [
      ...["profiles", "subscriptions", "user_progress", "completed_scenarios", "exam_attempts", "study_changes"],
    ]) {
      const whoDoes = (action: string) => findHandlersThatMay(`dynamodb:${action}`, `Data/${table}`);
      const makers = [...whoDoes("PutItem"), ...whoDoes("UpdateItem")].filter((name) => !replacing.includes(name));
      expect(makers.length).toBeGreaterThan(0);
      expect(makers.filter((name) => !whoDoes("DeleteItem").includes(name))).toEqual([]);
    }
  });

  test("let only the handlers of accounts, sessions and connections close connections", () => {
    expect(findHandlersThatMay("execute-api:ManageConnections", anyConnection("DELETE"))).toEqual([
      "api/delete-user",
      "api/end-sessions",
      "realtime/connect",
      "realtime/message",
      "realtime/push-changes",
      "schedule/sweep-closed-accounts",
    ]);
  });

  test("let only the expected handlers change or delete users", () => {
    const pool = "Identity/UserPool";
    expect(findHandlersThatMay("cognito-idp:AdminDeleteUser", pool)).toEqual([
      "api/delete-user",
      "identity/pre-sign-up",
      "schedule/sweep-closed-accounts",
    ]);
    expect(findHandlersThatMay("cognito-idp:AdminSetUserPassword", pool)).toEqual([
      "api/confirm-email",
      "schedule/run-canary",
    ]);
    expect(findHandlersThatMay("cognito-idp:AdminUpdateUserAttributes", pool)).toEqual([
      "api/confirm-email",
      "identity/post-confirmation",
    ]);
  });

  test("let every handler of a learner's route read whether the account is closed", () => {
    for (const name of routeNames.filter((route) => routes[route].access === "user")) {
      expect(permissionsOf(handlerPath(name))).toContain("dynamodb:GetItem Data/closed_accounts");
    }
  });

  test("let only the expected handlers store exports, and only the expected handlers send email as the sender's address", () => {
    expect(findHandlersThatMay("s3:PutObject", anyExport)).toEqual(["api/export-account"]);
    expect(findHandlersThatMay("ses:SendEmail", `${ses}identity/no-reply@parlance.example`)).toEqual([
      "api/report-share",
      "api/send-support-email",
    ]);
  });

  test("let only the expiry query plans by their end, and do not let customer-portal query plans by customer", () => {
    const index = (name: string) => findHandlersThatMay("dynamodb:Query", `Data/subscriptions/index/${name}`);
    expect(index("expiry")).toEqual(["schedule/expire-subscriptions"]);
    expect(index("by_stripe_customer")).toContain("webhooks/stripe-webhook");
    expect(index("by_stripe_customer")).not.toContain("api/customer-portal");
  });

  test("let the webhook use no table except the table of plans, and not the user pool", () => {
    const permissions = permissionsOf("webhooks/stripe-webhook").join("\n");
    expect(permissions).toContain("dynamodb:PutItem Data/subscriptions");
    expect(permissions).not.toMatch(/Data\/(?!subscriptions)|cognito-idp/);
  });
});

describe("the environment of handlers", () => {
  const environment = process.env;
  const read = new Set<string>();
  const localOnly = ["STRIPE_API_URL"];

  beforeAll(() => {
    process.env = new Proxy(environment, {
      get: (target, name) => {
        if (typeof name !== "string" || name.startsWith("AWS_")) return Reflect.get(target, name);
        read.add(name);
        return Reflect.get(target, name) ?? "https://somewhere.example";
      },
    });
  });
  afterAll(() => {
    process.env = environment;
    services.separateServices(() => services);
  });

  test.each(learnerFacing)(
    "has the stage's settings that the services read, and no other variables: $handler",
    async (deployed) => {
      const { handler } = await import(/* @vite-ignore */ join(root, "lambdas", `${deployed.handler}.ts`));
      const { providers } = Named.parse(handler);
      // Each function has its own services, which read their settings when they are created.
      services.separateServices(() => providers);
      read.clear();
      for (const open of Object.values(providers)) open();
      const settings = [...read].filter((setting) => !(setting in environment) && !localOnly.includes(setting));
      expect(Object.keys(deployed.environment).sort()).toEqual(settings.sort());
    },
  );
});
