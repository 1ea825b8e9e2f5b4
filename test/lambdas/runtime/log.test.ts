import { readFileSync } from "node:fs";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { describeError, log } from "../../../lambdas/runtime/log.ts";
import { callRoute } from "../support/call-api.ts";
import { captureLog, logLines, logText } from "../support/capture-log.ts";
import { aLearner, cloud } from "../support/learners.ts";

describe("the log", () => {
  test("writes one line of JSON even if the fields contain line ends", () => {
    captureLog();
    log("warn", "two\nlines", { count: 2, done: true, missing: undefined, text: 'a "b"\n' });
    expect(logLines()).toMatchObject([{ message: "two\nlines", count: 2, done: true, text: 'a "b"\n' }]);
    expect(logText()).not.toContain("\n");
    expect(logText()).not.toContain("missing");
  });

  // A line counts as INFO if its level is unknown to Lambda, or if it has no timestamp in the format of RFC 3339:
  // https://docs.aws.amazon.com/lambda/latest/dg/monitoring-cloudwatchlogs-log-level.html
  test("writes the level and the time that Lambda's filter needs", () => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-25T08:00:00.250Z") });
    onTestFinished(() => void vi.useRealTimers());
    captureLog();
    for (const level of ["info", "warn", "error"] as const) log(level, "a line");
    const timestamp = "2026-11-25T08:00:00.250Z";
    expect(logLines()).toEqual(["INFO", "WARN", "ERROR"].map((level) => ({ timestamp, level, message: "a line" })));
  });

  test("describes an error by its details, and another thrown value by its text", () => {
    const error = new RangeError("Too far");
    expect(describeError(error)).toEqual({ error: "RangeError", reason: "Too far", stack: error.stack });
    expect(describeError("out of order")).toEqual({ error: "out of order" });
    expect(describeError(null)).toEqual({ error: "null" });
  });
});

test("the calls of a learner log no email, name, password, token, language or scenario", async () => {
  const { tokens, email, password, name, ask, call } = await aLearner({ name: "Unmistakable Person" });
  await ask("update-profile", { body: { full_name: "Unmistakable Name", language_preference: "dzongkha" } });
  await ask("choose-free-plan");
  await ask("grant-content");
  await ask("complete-scenario", { params: { scenarioId: "emp-12345" } });
  await call("update-profile", { body: { full_name: 7, unmistakable: email } });
  await callRoute("get-account", { apiUrl: cloud.apiUrl, token: `${tokens.AccessToken}x` });
  const text = readFileSync(cloud.logFile, "utf8") + logText();
  expect(text).toContain('"route":"grant-content"');
  expect(text).toContain('"eventHandler":"custom-message"');
  const secrets = [
    ...Object.values(tokens),
    email,
    password,
    name,
    "nmistakable",
    "dzongkha",
    "emp-12345",
    "Signature=",
  ];
  for (const secret of secrets) expect(text).not.toContain(secret);
});
