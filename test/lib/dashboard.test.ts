import { describe, expect, test } from "vitest";
import * as z from "zod";
import { log, redirectLog } from "../../lambdas/runtime/log.ts";
import { findDeployedHandlers } from "./support/handlers.ts";
import { findResource, findResources, synthesise } from "./support/synthesise.ts";

const template = synthesise("prod");
const board = findResource(template, "AWS::CloudWatch::Dashboard");

const Body = z.object({ "Fn::Join": z.tuple([z.literal(""), z.array(z.unknown())]) });
const Widgets = z.object({
  widgets: z.array(z.object({ type: z.string(), properties: z.record(z.string(), z.unknown()) })),
});

/** References appear as `{id}` or `{id.attribute}`. */
const { widgets } = Widgets.parse(
  JSON.parse(
    Body.parse(board.properties["DashboardBody"])
      ["Fn::Join"][1].map((part) =>
        typeof part === "string" ? part : `{${Object.values(Object(part)).flat().join(".")}}`,
      )
      .join(""),
  ),
);
const titled = (title: string) => widgets.find(({ properties }) => properties["title"] === title)?.properties;
const Drawn = z.array(z.tuple([z.unknown()], z.unknown()));
const drawn = widgets
  .filter(({ type }) => type === "metric")
  .flatMap(({ properties }) => Drawn.parse(properties["metrics"]));

describe("the dashboard", () => {
  const areas = [
    "Canary",
    ...[
      "Logging in",
      "Practising",
      "Mock exams",
      "Feedback",
      "Plans and payments",
      "Account and support",
      "Live updates",
    ],
  ];

  test("shows alarms in fields for the canary, each activity and the whole stage", () => {
    const fields = widgets.filter(({ type }) => type === "alarm").map(({ properties }) => properties["title"]);
    expect(fields).toEqual([...areas, "The stage as a whole"]);
  });

  test("shows the state of every alarm once", () => {
    const shown = widgets.flatMap(({ type, properties }) => (type === "alarm" ? Object(properties)["alarms"] : []));
    const alarms = findResources(template, "AWS::CloudWatch::Alarm");
    expect(shown.toSorted()).toEqual(alarms.map(({ id }) => `{${id}.Arn}`).toSorted());
  });

  test.each([
    ["Canary", "Canary/Failing"],
    ["Logging in", "Identity/pre-sign-up/Errors"],
    ["Logging in", "Services/SignInThrottles"],
    ["Practising", "Api/grant-content/Errors"],
    ["Practising", "Api/save-progress/Errors"],
    ["Mock exams", "Api/save-exam-attempt/Errors"],
    ["Mock exams", "Api/mark-exam-attempt/Errors"],
    ["Plans and payments", "Services/WebhookSecret"],
    ["Plans and payments", "Expiry/NoRun"],
    ["Live updates", "Services/RealtimeServerErrors"],
    ["Account and support", "Api/delete-user/Errors"],
    ["The stage as a whole", "Services/ApiServerErrors"],
  ])("shows in the field %s the alarm %s", (area, path) => {
    expect(titled(area)?.["alarms"]).toContain(`{${findResource(template, "AWS::CloudWatch::Alarm", path).id}.Arn}`);
  });

  test("uses at most fifty metrics, which are free of charge", () => {
    // Three dashboards with at most fifty metrics each are free of charge: https://aws.amazon.com/cloudwatch/pricing/
    expect(drawn.length).toBeGreaterThan(20);
    expect(drawn.length).toBeLessThanOrEqual(50);
  });

  test("draws sign-ups, checkouts, downgrades and refusals", () => {
    const names = drawn.map(([namespace, name]) => `${namespace} ${name}`);
    for (const name of [
      "SignUps",
      "CheckoutsBegun",
      "CheckoutsPaid",
      "Downgrades",
      "GrantsRefused",
      "EventsNotVerified",
    ]) {
      expect(names).toContain(`Parlance/parlance-prod ${name}`);
    }
  });

  test("shows throttled reads and writes of every table", () => {
    const text = JSON.stringify(titled("Throttled tables"));
    for (const name of ["ReadThrottleEvents", "WriteThrottleEvents"]) expect(text).toContain(name);
    const tables = findResources(template, "AWS::DynamoDB::GlobalTable");
    expect(tables.length).toBeGreaterThan(10);
    for (const { id } of tables) expect(text).toContain(`{${id}}`);
  });

  test("lists the last failures of all handlers", () => {
    const { query } = z.object({ query: z.string() }).parse(titled("Last failures"));
    for (const { logGroup } of findDeployedHandlers(template)) expect(query).toContain(`SOURCE '{${logGroup}}'`);
  });

  test("queries at most fifty log groups, the limit of Logs Insights", () => {
    // https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_StartQuery.html (read on 2026-11-26)
    const { query } = z.object({ query: z.string() }).parse(titled("Last failures"));
    expect(query.match(/SOURCE /g)?.length).toBeLessThanOrEqual(50);
  });

  describe("in the list of last failures", () => {
    const { query } = z.object({ query: z.string() }).parse(titled("Last failures"));
    const [, filter = ""] = /\n\| filter (.*)/.exec(query) ?? [];
    const valueAt = (line: unknown, path: string) =>
      path.split(".").reduce<unknown>((inner, key) => Object(inner)[key], line);

    /**
     * Evaluates the kinds of filter conditions that the dashboard uses:
     * https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/CWL_QuerySyntax-Filter.html
     */
    const isShown = (line: object) =>
      filter.split(" or ").some((condition) => {
        const [, field = "", values] = /^([\w.]+) in (\[.*\])$/.exec(condition) ?? [];
        if (values !== undefined) return JSON.parse(values).includes(valueAt(line, field));
        const [, text] = /^@message like \/(.*)\/$/.exec(condition) ?? [];
        if (text === undefined) throw new Error(`This condition is not understood: ${condition}`);
        return JSON.stringify(line).includes(text);
      });

    const timestamp = "2026-11-25T08:00:00.250Z";
    const ofHandler = (level: "info" | "error") => {
      const lines: string[] = [];
      redirectLog((_level, line) => lines.push(line));
      log(level, "failed", { route: "get-account" });
      return z.looseObject({}).parse(JSON.parse(lines.join()));
    };
    const report = (record: object) => ({ time: timestamp, type: "platform.report", record });

    // Formats of the lines that Lambda writes:
    // https://github.com/aws/aws-lambda-nodejs-runtime-interface-client/blob/main/src/LogPatch.js
    // https://docs.aws.amazon.com/lambda/latest/dg/telemetry-schema-reference.html
    const failedImport = { errorType: "Runtime.ImportModuleError", errorMessage: "Cannot find module", stackTrace: [] };
    test.each([
      ["shows a failure of a handler", ofHandler("error"), true],
      ["shows a bundle that cannot be imported", { timestamp, level: "ERROR", message: failedImport }, true],
      ["shows a function that exits", report({ status: "failure", errorType: "Runtime.ExitError" }), true],
      ["shows a function that exceeds its timeout", report({ status: "timeout" }), true],
      ["does not show a line of level info", ofHandler("info"), false],
      ["does not show Lambda's report of a success", report({ status: "success" }), false],
      ["does not show Lambda's report of an error that the handler logged", report({ status: "error" }), false],
    ])("%s", (_, line, shown) => {
      expect(isShown(line)).toBe(shown);
    });

    test("shows the reason of a failure that Lambda reports", () => {
      for (const field of ["message.errorMessage", "message.errorType", "record.status", "record.errorType", "@log"]) {
        expect(query).toMatch(new RegExp(`coalesce\\([^)]*${field.replace(".", "\\.")}[^)]*\\)`));
      }
    });
  });

  test("has a unique name in the account, even across regions", () => {
    expect(board.properties["DashboardName"]).toEqual({ "Fn::Join": ["", ["parlance-prod-", { Ref: "AWS::Region" }]] });
  });
});
