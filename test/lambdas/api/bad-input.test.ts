import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { type RouteName, routes } from "../../../domain/api.ts";
import type { RefusalCode } from "../../../domain/http/refusal.ts";
import { maxBodyBytes } from "../../../domain/http/route.ts";
import { type Answer, pathOf, request, retryThrottled } from "../support/call-api.ts";
import { goodRequests } from "../support/good-requests.ts";
import { aLearner, cloud, paidRow, stored, subscribe } from "../support/learners.ts";
import { expectRefused, expectRefusedSomewhere } from "../support/refused.ts";
import type { Rows } from "../support/rows.ts";

let learner: Awaited<ReturnType<typeof aLearner>>;
let before: Rows;
beforeAll(async () => {
  learner = await aLearner();
  await learner.ask("update-profile", { body: { language_preference: "spanish" } });
  await learner.ask("complete-scenario", { params: { scenarioId: "emp-2" } });
  await learner.ask("save-progress", goodRequests["save-progress"]);
  await subscribe(paidRow(learner.userId));
  before = await stored.rowsOf(learner.userId);
});
afterEach(async () => {
  expect(await stored.rowsOf(learner.userId)).toEqual(before);
});

type Name = keyof typeof goodRequests;
const names = Object.keys(goodRequests) as Name[];
const withBody = names.filter((name) => goodRequests[name].body);
const withoutBody = names.filter((name) => !goodRequests[name].body);
const withParams = names.filter((name) => goodRequests[name].params);

type Sent = { text?: string; path?: string; contentType?: string };

function send(name: RouteName, { text, path, contentType = "application/json" }: Sent): Promise<Answer> {
  const headers = { authorization: `Bearer ${learner.tokens.AccessToken}`, "content-type": contentType };
  const { method } = routes[name];
  const body = text === undefined || method === "GET" ? {} : { body: text };
  return retryThrottled(() =>
    request(cloud.apiUrl, path ?? pathOf(name, goodRequests[name as Name].params), { method, headers, ...body }),
  );
}

type Refused = [what: string, text: string | undefined, code: RefusalCode];
/** These routes accept a request without a body, because older pages send none. */
const mayLackBody: ReadonlySet<Name> = new Set(["complete-scenario", "request-uploads"] as const);

const mayBeEmpty: ReadonlySet<string> = new Set(["interruptions", "teachers", "comments"]);
/** `comment_id` is null to delete everything of a guest. `replaced` is null to replace no comment. */
const mayBeNull: ReadonlySet<string> = new Set(["comment_id", "replaced"]);

const goodBody = (name: Name) => goodRequests[name].body ?? {};
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

describe.each(withBody)("%s refuses a body", (name) => {
  const good = goodBody(name);
  const json = JSON.stringify(good);

  const refusals: Refused[] = [
    ...(mayLackBody.has(name) ? [] : ([["that is missing", undefined, "bad_request"]] satisfies Refused[])),
    ["that is not JSON", "{", "bad_json"],
    ["that is a truncated JSON text", json.slice(0, -2), "bad_json"],
    ["that is two JSON texts", json + json, "bad_json"],
    ["that has single quotes instead of double quotes", json.replaceAll('"', "'"), "bad_json"],
    ["that begins with a byte order mark", `\ufeff${json}`, "bad_json"],
    ["that is an empty object", "{}", "bad_request"],
    ["that is null", "null", "bad_request"],
    ["that is a list", `[${json}]`, "bad_request"],
    ["that is a JSON string", JSON.stringify(json), "bad_request"],
    ["that is a list nested as deeply as 64 KB allow", nested(maxBodyBytes / 2), "bad_request"],
    ["with an unknown field", JSON.stringify({ ...good, extra: 1 }), "bad_request"],
    ["that names a user", JSON.stringify({ ...good, user_id: "somebody else", id: "somebody else" }), "bad_request"],
    ["with a __proto__ field", `{"__proto__":{"extra":1},${json.slice(1)}`, "bad_request"],
    ["one byte larger than 64 KB", json.padEnd(maxBodyBytes + 1), "body_too_large"],
    [
      "of about 33,000 characters but more than 64 KB",
      `{"full_name":"${"आ".repeat(maxBodyBytes / 2)}"}`,
      "body_too_large",
    ],
  ];

  test.each(refusals)("%s", async (_, text, code) => {
    expectRefused(await send(name, text === undefined ? {} : { text }), code);
  });

  test.each(Object.keys(good))("whose field %s has an invalid value", async (field) => {
    const none = mayBeEmpty.has(field) ? [] : [[]];
    const missing = mayBeNull.has(field) ? [] : [null];
    const wrong = [...missing, ...none, {}, [good[field]], typeof good[field] === "string" ? 7 : "text"];
    for (const value of wrong) {
      const text = JSON.stringify({ ...good, [field]: value });
      expectRefused(await send(name, { text }), "bad_request");
    }
  });

  test("that is a form or binary data", async () => {
    const contentType = "application/x-www-form-urlencoded";
    const form = new URLSearchParams(Object.entries(good).map(([field, value]) => [field, String(value)])).toString();
    expectRefused(await send(name, { text: form, contentType }), "bad_json");
    expectRefused(await send(name, { text: "\u0000\u0001", contentType: "application/octet-stream" }), "bad_json");
  });
});

describe.each(withoutBody.filter((name) => routes[name].method !== "GET"))(
  "%s, a route without a body, refuses",
  (name) => {
    test.each<[string, string, RefusalCode]>([
      ["an empty object", "{}", "bad_request"],
      ["null", "null", "bad_request"],
      ["an object that names a user", JSON.stringify({ user_id: "somebody else" }), "bad_request"],
      ["text that is not JSON", "{", "bad_json"],
      ["a body larger than 64 KB", `{}${" ".repeat(maxBodyBytes)}`, "body_too_large"],
    ])("%s", async (_, text, code) => {
      expectRefused(await send(name, { text }), code);
    });
  },
);

const badInAnyPath = [
  "%2F",
  "emp%2F1",
  "..%2f..",
  "%23",
  "emp-1%23segment-1",
  "Emp-1",
  "SEGMENT-1",
  "emp_1",
  "emp%201",
  "%20",
  "%00",
  "-",
  "-1",
  "%E0%A4%86",
  "%F0%9F%8C%B8",
  "%",
  "%E0%A4%A",
  "$default",
  "{scenarioId}",
  "a".repeat(65),
  "a".repeat(8000),
];
const badParameters: Readonly<Record<string, readonly string[]>> = {
  scenarioId: badInAnyPath,
  language: [...badInAnyPath, "bg", "Bulgarian", "klingon"],
  attemptId: [...badInAnyPath, "emp-1", "0f8e2c9a3d444b578a8e2d0c5b6f9a10"],
  batchId: [...badInAnyPath, "emp-1", "0f8e2c9a3d444b578a8e2d0c5b6f9a10"],
  ...Object.fromEntries(
    ["shareId", "commentId", "teacherId", "learnerId"].map((name) => [
      name,
      [...badInAnyPath, "emp-1", "5a0c1f5e6b0e4c519e0a5f1f6f0d7c11"],
    ]),
  ),
  markingId: [...badInAnyPath, "emp-1", "5a0c1f5e6b0e4c519e0a5f1f6f0d7c11"],
  segmentId: [...badInAnyPath, "segment-0", "segment-01", "segment-1000", "segment--1", "segment-1.0", "emp-1", "1"],
};

describe.each(withParams)("%s refuses a path parameter:", (name) => {
  const { params = {}, body } = goodRequests[name];
  const cases = Object.keys(params).flatMap((parameter) => {
    expect(badParameters).toHaveProperty(parameter);
    return (badParameters[parameter] ?? []).map((value) => [parameter, value] as const);
  });

  test.each(cases)("%s = %s", async (parameter, value) => {
    const path = pathOf(name, { ...params, [parameter]: value });
    const answer = await send(name, { path, ...(body ? { text: JSON.stringify(body) } : {}) });
    expectRefusedSomewhere(answer, 400, "bad_request");
  });
});
