import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Email } from "../../domain/accounts/account.ts";
import { handlerPath, type RouteName, routes } from "../../domain/api.ts";
import { maxBodyBytes, type Route } from "../../domain/http/route.ts";

const at = "2026-11-21T12:00:00.000Z";
const table: [string, Route][] = Object.entries(routes);
/** Handlers of signed requests parse the body after they check the signature. */
const parsedRoutes = table.filter(([, { access }]) => access !== "signature");

const uuid = "5a0c1f5e-6b0e-4c51-9e0a-5f1f6f0d7c11";
const token = "AAECAwQFBgcICQoLDA0ODw";
const guest = { guest_id: uuid, secret: token };
const comment = {
  ...{ comment_id: uuid, dialogue: 0, segment: 0, at_seconds: 2.5, kind: "term", text: "Good.", unit: null },
  voice: { recording_id: uuid, seconds: 4, bytes: 16_000 },
};

const bodies: Record<RouteName, unknown> = {
  "check-user-provider": { email_to_check: "asha@example.org" },
  "confirm-email": { email: "asha@example.org", code: "123456", password: "correct horse", full_name: "Asha Rai" },
  "get-account": undefined,
  "get-home": undefined,
  "update-profile": { full_name: "Asha Rai", language_preference: "nepali" },
  "await-language": { awaited: true },
  "choose-free-plan": undefined,
  "cancel-plan": undefined,
  "resume-plan": undefined,
  "refresh-subscription": undefined,
  "create-checkout-session": { planType: "pro", billing: "monthly", returnUrl: "https://app.example.org/pricing" },
  "customer-portal": { returnUrl: "https://app.example.org/profile" },
  "stripe-webhook": undefined,
  "grant-content": { language: "mandarin" },
  "save-progress": { attempts: 1, completed: true, last_attempt_at: at, language: "mandarin", segment_count: 10 },
  "list-progress": undefined,
  "list-completed-scenarios": undefined,
  "complete-scenario": { language: "mandarin" },
  "list-exam-attempts": undefined,
  "save-exam-attempt": {
    ...{ exam: "naati-ccl", seed: 7, started_at: at, ended_at: at, outcome: "finished", revision: 1 },
    dialogues: [
      {
        ...{
          language: "nepali",
          scenario_id: "emp-1",
          topic_id: "employment",
          title: "At work",
          version: "1",
          words: 300,
        },
        segments: [{ heard_at: at, repeats: 0, take_seconds: 9.5, interrupted: false }, null],
      },
    ],
    interruptions: [{ at, dialogue: 0, segment: 1, kind: "left" }],
  },
  "delete-exam-attempt": undefined,
  "list-exam-markings": undefined,
  "mark-exam-attempt": {
    created_at: at,
    changes: [{ type: "segment", dialogue: 0, segment: 0, changed_at: at, marked: true }],
  },
  "delete-exam-marking": undefined,
  "list-study-changes": undefined,
  "save-study-changes": {
    changes: [{ type: "setting", changed_at: at, setting: { name: "retention", value: 0.9 } }],
    sender: "0f8e2c9a-3d44-4b57-8a8e-2d0c5b6f9a10",
  },
  "create-share": {
    ...{ token, subject: { kind: "dialogue" }, asker: "Asha", question: "Is it too slow?", days: 14, teachers: [] },
    dialogues: [{ language: "nepali", scenario_id: "emp-1", title: "At work", version: "1" }],
    recordings: [{ dialogue: 0, segment: 0, seconds: 9.5, bytes: 38_000 }],
  },
  "list-shares": undefined,
  "get-share": undefined,
  "request-uploads": { places: [{ dialogue: 0, segment: 0 }] },
  "change-share": { is_blocked: true, token },
  "revoke-share": undefined,
  "delete-share-comment": undefined,
  "set-feedback-email": { wanted: true },
  "leave-teacher": undefined,
  "open-share": { token, guest },
  "save-guest-comment": { token, guest, name: "Bina", comment },
  "delete-guest-writing": { token, guest, comment_id: uuid },
  "mark-shared-exam": {
    ...{ token, guest, name: "Bina", created_at: at },
    changes: [{ type: "segment", dialogue: 0, segment: 0, changed_at: at, marked: true }],
  },
  "report-share": { token, guest, reason: "Somebody else is speaking." },
  "add-reusable-comment": { token, comment: "Slower.", replaced: "Faster." },
  "get-inbox": undefined,
  "keep-share": { token },
  "open-inbox-share": { token },
  "remove-inbox-share": undefined,
  "remove-learner": undefined,
  "export-account": undefined,
  "end-sessions": undefined,
  "delete-user": undefined,
  "send-support-email": { title: "No sound", feedback: "I hear nothing in the second segment." },
};

const badIds = [
  "",
  "emp-1",
  "0f8e2c9a3d444b578a8e2d0c5b6f9a10",
  "0f8e2c9a-3d44-4b57-8a8e-2d0c5b6f9a1#",
  "..",
  1,
  undefined,
];

const parameters: Record<string, { good: string; bad: unknown[] }> = {
  scenarioId: { good: "emp-1", bad: ["", "Emp-1", "emp/1", "emp#1", "..", "%2e%2e", "a".repeat(65), 1, undefined] },
  segmentId: { good: "segment-1", bad: ["", "segment-0", "segment-1000", "segment-1#", "emp-1", 1, undefined] },
  attemptId: { good: "0f8e2c9a-3d44-4b57-8a8e-2d0c5b6f9a10", bad: badIds },
  language: { good: "bulgarian", bad: ["", "Bulgarian", "bg", "klingon", "..", 1, undefined] },
  batchId: { good: "5a0c1f5e-6b0e-4c51-9e0a-5f1f6f0d7c11", bad: badIds },
  shareId: { good: uuid, bad: badIds },
  commentId: { good: uuid, bad: badIds },
  teacherId: { good: uuid, bad: badIds },
  learnerId: { good: uuid, bad: badIds },
  markingId: { good: "5a0c1f5e-6b0e-4c51-9e0a-5f1f6f0d7c11", bad: badIds },
};

const designed: Record<string, [string, Route["access"]]> = {
  "check-user-provider": ["POST /check-user-provider", "public"],
  "confirm-email": ["POST /email-confirmations", "public"],
  "get-account": ["GET /account", "user"],
  "get-home": ["GET /home", "user"],
  "update-profile": ["PATCH /profile", "user"],
  "await-language": ["PUT /awaited-languages/{language}", "user"],
  "choose-free-plan": ["POST /subscription/free", "user"],
  "cancel-plan": ["POST /subscription/cancel", "user"],
  "resume-plan": ["POST /subscription/resume", "user"],
  "stripe-webhook": ["POST /webhooks/stripe", "signature"],
  "refresh-subscription": ["POST /subscription/refresh", "user"],
  "create-checkout-session": ["POST /checkout-sessions", "user"],
  "customer-portal": ["POST /customer-portal", "user"],
  "grant-content": ["POST /content-grants", "user"],
  "save-progress": ["PUT /progress/{scenarioId}/{segmentId}", "user"],
  "list-progress": ["GET /progress", "user"],
  "list-completed-scenarios": ["GET /completed-scenarios", "user"],
  "complete-scenario": ["PUT /completed-scenarios/{scenarioId}", "user"],
  "list-exam-attempts": ["GET /exam-attempts", "user"],
  "save-exam-attempt": ["PUT /exam-attempts/{attemptId}", "user"],
  "delete-exam-attempt": ["DELETE /exam-attempts/{attemptId}", "user"],
  "list-exam-markings": ["GET /exam-attempts/{attemptId}/markings", "user"],
  "mark-exam-attempt": ["PATCH /exam-attempts/{attemptId}/markings/{markingId}", "user"],
  "delete-exam-marking": ["DELETE /exam-attempts/{attemptId}/markings/{markingId}", "user"],
  "list-study-changes": ["GET /study-changes", "user"],
  "save-study-changes": ["PUT /study-changes/{batchId}", "user"],
  "create-share": ["PUT /shares/{shareId}", "user"],
  "list-shares": ["GET /shares", "user"],
  "get-share": ["GET /shares/{shareId}", "user"],
  "request-uploads": ["POST /shares/{shareId}/uploads", "user"],
  "change-share": ["PATCH /shares/{shareId}", "user"],
  "revoke-share": ["DELETE /shares/{shareId}", "user"],
  "delete-share-comment": ["DELETE /shares/{shareId}/comments/{commentId}", "user"],
  "set-feedback-email": ["PUT /feedback-email", "user"],
  "leave-teacher": ["DELETE /teachers/{teacherId}", "user"],
  "open-share": ["POST /shared", "public"],
  "save-guest-comment": ["POST /shared/comments", "public"],
  "delete-guest-writing": ["POST /shared/deletions", "public"],
  "mark-shared-exam": ["POST /shared/marking", "public"],
  "report-share": ["POST /shared/reports", "public"],
  "add-reusable-comment": ["POST /shared/saved-comments", "public"],
  "get-inbox": ["GET /inbox", "user"],
  "keep-share": ["POST /inbox", "user"],
  "open-inbox-share": ["POST /inbox/{shareId}/links", "user"],
  "remove-inbox-share": ["DELETE /inbox/{shareId}", "user"],
  "remove-learner": ["DELETE /learners/{learnerId}", "user"],
  "send-support-email": ["POST /support-messages", "user"],
  "export-account": ["GET /account/export", "user"],
  "end-sessions": ["DELETE /sessions", "user"],
  "delete-user": ["DELETE /account", "user"],
};

const mayBeEmpty: ReadonlySet<string> = new Set(["interruptions", "teachers", "comments"]);
/** Null instead of a comment's id deletes all comments and the marking of the guest. */
const mayBeNull: ReadonlySet<string> = new Set(["comment_id", "replaced"]);

type Schema = { safeParse: (value: unknown) => { success: boolean } };
const accepts = (schema: Schema, value: unknown) => schema.safeParse(value).success;
const parameterNames = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
const goodParameters = (path: string) =>
  Object.fromEntries(parameterNames(path).map((name) => [name, parameters[name]?.good]));

describe("the route table", () => {
  test.each(table)("has the designed address and access for %s", (name, { method, path, access }) => {
    expect([`${method} ${path}`, access]).toEqual(designed[name]);
  });

  test("has no two routes with the same method and path", () => {
    const addresses = table.map(([, { method, path }]) => `${method} ${path.replaceAll(/\{\w+\}/g, "{}")}`);
    expect(new Set(addresses).size).toBe(addresses.length);
  });

  // A route with the path $default would also receive preflight requests.
  test("has only paths that begin with a slash", () => {
    expect(table.filter(([, { path }]) => !path.startsWith("/"))).toEqual([]);
  });
});

describe.each(parsedRoutes)("the route %s", (name, { path, params, body }) => {
  test("has a schema for every path parameter", () => {
    const good = goodParameters(path);
    expect(params.parse(good)).toEqual(good);
    for (const parameter of Object.keys(good)) {
      expect(parameters).toHaveProperty(parameter);
      for (const bad of parameters[parameter]?.bad ?? []) {
        expect([bad, accepts(params, { ...good, [parameter]: bad })]).toEqual([bad, false]);
      }
    }
  });

  test("accepts its sample body, if it has one, and refuses {}, null, 7, a text, lists and true", () => {
    const good = bodies[name as RouteName];
    expect(accepts(body, good)).toBe(true);
    for (const other of [null, 7, "text", [], [good], true]) expect(accepts(body, other)).toBe(false);
    expect(accepts(body, {})).toBe(false);
  });

  test("refuses a body with an unknown field", () => {
    const good = bodies[name as RouteName];
    expect(accepts(body, { ...(good ?? {}), user_id: "somebody else" })).toBe(false);
  });
});

test.each(parsedRoutes.filter(([name]) => bodies[name as RouteName] !== undefined))(
  "the route %s refuses a body with a field of the wrong type",
  (name, { body }) => {
    const good = bodies[name as RouteName] ?? {};
    expect(Object.keys(good)).not.toEqual([]);
    for (const [field, value] of Object.entries(good)) {
      const none = mayBeEmpty.has(field) ? [] : [[]];
      const missing = mayBeNull.has(field) ? [] : [null];
      for (const wrong of [...missing, ...none, {}, typeof value === "string" ? 7 : "text"]) {
        expect([field, wrong, accepts(body, { ...good, [field]: wrong })]).toEqual([field, wrong, false]);
      }
    }
  },
);

test("handlerPath puts routes with signed requests into webhooks/, and other routes into api/", () => {
  expect(handlerPath("get-account")).toBe("api/get-account");
  expect(handlerPath("check-user-provider")).toBe("api/check-user-provider");
  expect(handlerPath("stripe-webhook")).toBe("webhooks/stripe-webhook");
});

describe("the request schemas", () => {
  const { body: checkout } = routes["create-checkout-session"];
  const { body: profile } = routes["update-profile"];
  const { body: progress } = routes["save-progress"];
  const { body: check } = routes["check-user-provider"];

  test("accept a profile change of one field, and refuse an empty change", () => {
    expect(accepts(profile, { full_name: "Asha" })).toBe(true);
    expect(accepts(profile, { language_preference: "telegu" })).toBe(true);
    expect(accepts(profile, {})).toBe(false);
  });

  test("trim a full name, and refuse an invalid name", () => {
    expect(profile.parse({ full_name: "  Asha  " })).toEqual({ full_name: "Asha" });
    for (const full_name of ["", "  ", "a".repeat(101), "Asha\u202e"])
      expect(accepts(profile, { full_name })).toBe(false);
  });

  test("refuse a language that is not a listed lower-case name", () => {
    for (const language_preference of ["Nepali", "ne", "klingon", "", "nepali/"]) {
      expect(accepts(profile, { language_preference })).toBe(false);
    }
  });

  test("refuse a change of a profile's email or id", () => {
    for (const field of ["email", "id"]) expect(accepts(profile, { full_name: "Asha", [field]: "x" })).toBe(false);
  });

  test("accept whole numbers of attempts from 1 to 10 000", () => {
    const sent = (attempts: unknown) => accepts(progress, { attempts, completed: false, last_attempt_at: at });
    for (const attempts of [1, 2, 10_000]) expect([attempts, sent(attempts)]).toEqual([attempts, true]);
    for (const attempts of [0, -1, 1.5, 10_001, Number.NaN, Number.POSITIVE_INFINITY, "1"]) {
      expect([attempts, sent(attempts)]).toEqual([attempts, false]);
    }
  });

  test("accept a segment count from 1 to 999, or none", () => {
    const sent = (count?: unknown) =>
      accepts(progress, { attempts: 1, completed: false, last_attempt_at: at, segment_count: count });
    for (const count of [undefined, 1, 999]) expect([count, sent(count)]).toEqual([count, true]);
    for (const count of [0, 1000, 1.5, "9"]) expect([count, sent(count)]).toEqual([count, false]);
  });

  test("accept only UTC instants as the time of an attempt", () => {
    const sent = (last_attempt_at: unknown) => accepts(progress, { attempts: 1, completed: false, last_attempt_at });
    for (const instant of [at, "2026-11-21T12:00:00Z"]) expect(sent(instant)).toBe(true);
    for (const text of ["2026-11-21", "2026-02-30T12:00:00Z", "2026-11-21T12:00:00+10:00", "now", "", 0]) {
      expect([text, sent(text)]).toEqual([text, false]);
    }
  });

  test("accept a checkout's return URL of up to 2000 characters", () => {
    const good = { planType: "plus", billing: "once", returnUrl: "http://localhost:5173/pricing?from=home" };
    const returnUrl = (length: number) => "https://app.example.org/".padEnd(length, "a");
    expect(checkout.parse(good)).toEqual(good);
    expect(accepts(checkout, { ...good, returnUrl: returnUrl(2000) })).toBe(true);
    for (const change of [
      { planType: "free" },
      { planType: "gold" },
      { billing: "yearly" },
      { returnUrl: "/pricing" },
      { returnUrl: "" },
      { returnUrl: returnUrl(2001) },
      { user: "somebody else" },
    ]) {
      expect([change, accepts(checkout, { ...good, ...change })]).toEqual([change, false]);
    }
  });

  test("accept an email of up to 320 characters", () => {
    const long = (length: number) => `${"a".repeat(length - "@example.org".length)}@example.org`;
    expect(accepts(check, { email_to_check: long(320) })).toBe(true);
    expect(accepts(check, { email_to_check: long(321) })).toBe(false);
  });
});

test("maxBodyBytes is 64 KiB", () => {
  expect(maxBodyBytes).toBe(65_536);
});

describe("the Email schema", () => {
  test.each([
    ["asha@example.org", "asha@example.org"],
    ["  Asha.Rai+CCL@Example.ORG\n", "asha.rai+ccl@example.org"],
  ])("normalises %j to %s", (typed, kept) => {
    expect(Email.parse(typed)).toBe(kept);
  });

  test.each(["", " ", "asha", "asha@", "@example.org", "asha@example", "a b@example.org", "a@b@example.org", 7, null])(
    "refuses %j",
    (typed) => {
      expect(accepts(Email, typed)).toBe(false);
    },
  );

  test("converts capitals to lower case and removes surrounding white space", () => {
    const address = fc.stringMatching(/^[a-z0-9]{1,20}@[a-z0-9]{1,20}\.[a-z]{2,6}$/);
    const space = fc.constantFrom("", " ", "\t", "\n ");
    fc.assert(
      fc.property(address, space, space, fc.infiniteStream(fc.boolean()), (email, before, after, capitals) => {
        const typed = [...email].map((letter) => (capitals.next().value ? letter.toUpperCase() : letter)).join("");
        expect(Email.parse(`${before}${typed}${after}`)).toBe(email);
        expect(Email.parse(Email.parse(typed))).toBe(email);
      }),
    );
  });
});
