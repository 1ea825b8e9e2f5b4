/* Attacks with tokens of links and with ids of shares. The requirements are in the threat model: docs/threats.md */

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { callLimits } from "../../../domain/call-limit.ts";
import { systemClock } from "../../../lambdas/runtime/clock.ts";
import { findLink } from "../../../lambdas/sharing/open-link.ts";
import type { Cloud } from "../../../local/cloud.ts";
import { advanceClock } from "../../support/advance-clock.ts";
import { createLearner } from "../../support/learner.ts";
import { apiOf } from "../support/call-api.ts";
import { captureLog, logText } from "../support/capture-log.ts";
import { startOwnCloud } from "../support/own-cloud.ts";
import { expectRefused } from "../support/refused.ts";
import { openTables } from "../support/rows.ts";
import { aComment, aShare, aToken } from "../support/share-builders.ts";
import { guestOf, openTargets, recordings } from "../support/share-target.ts";

// A separate cloud is necessary, because the tests exhaust a call limit and move the clock.
let cloud: Cloud;
let targets: ReturnType<typeof openTargets>;
beforeAll(async () => {
  cloud = await startOwnCloud();
  targets = openTargets(cloud);
});
beforeEach(captureLog);
afterAll(() => cloud.close());

const advance = (duration: string) => advanceClock(cloud.webUrl, duration);

const open = (token: unknown) => targets.call("open-share", { ...guestOf(""), token });

test("a network can try 100 wrong tokens in five minutes, with identical responses", async () => {
  const { token } = await targets.aTarget();
  const answers: Awaited<ReturnType<typeof open>>[] = [];
  for (let nth = 0; nth < 200; nth += 1) answers.push(await open(aToken()));
  for (const answer of answers.slice(0, 100)) expectRefused(answer, "link_unknown");
  for (const answer of answers.slice(100)) expectRefused(answer, "too_many_requests");
  expect(new Set(answers.slice(0, 100).map(({ body }) => JSON.stringify(body))).size).toBe(1);
  expect((await open(token)).status).toBe(200);
  await advance("PT5M");
  expectRefused(await open(aToken()), "link_unknown");
});

test("10,000 wrong tokens get only two kinds of refusal, and no share is read", async () => {
  let counted = 0;
  const kinds = new Set<string>();
  const never = () => Promise.reject(new Error("Not expected"));
  const services = {
    callCounts: {
      admit: async ({ kind }: { kind: string }) => {
        kinds.add(kind);
        counted += 1;
        return counted <= callLimits["unknown-link-network"].calls ? null : 300;
      },
    },
    clock: systemClock,
    inboxes: { getShare: never },
    shareLinks: { find: async () => null },
    shares: { get: never },
    shareTeachers: { get: never },
  };
  const refusals = new Map<string, number>();
  for (let nth = 0; nth < 10_000; nth += 1) {
    const error: unknown = await findLink(aToken(), "192.0.2.7", services).catch((thrown: unknown) => thrown);
    const text = JSON.stringify([error, String(error)]);
    refusals.set(text, (refusals.get(text) ?? 0) + 1);
  }
  expect([...refusals.values()]).toEqual([100, 9900]);
  expect([...kinds]).toEqual(["unknown-link-network"]);
});

test("a token of a replaced or deleted link gets the response of an unknown token", async () => {
  const [replaced, deleted, gone] = [await targets.aTarget(), await targets.aTarget(), await targets.aTarget()];
  await replaced.learner.ask("change-share", { params: replaced.params, body: { token: aToken() } });
  await deleted.learner.ask("revoke-share", { params: { ...deleted.params, comments: "delete" } });
  await gone.learner.ask("delete-user");
  const tokens = [aToken(), replaced.token, deleted.token, gone.token];
  const answers = await Promise.all(tokens.map(open));
  for (const answer of answers) expectRefused(answer, "link_unknown");
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
});

test("a token in the path or the query of a request does not open a share", async () => {
  const { token } = await targets.aTarget();
  for (const path of [`/shared/${token}`, `/shared?token=${token}`, `/shares/${token}`]) {
    const { status } = await fetch(`${cloud.apiUrl}${path}`);
    expect([path, status]).toEqual([path, expect.toBeOneOf([401, 404])]);
  }
});

test.each([
  ["null", null],
  ["a number", 7],
  ["an empty text", ""],
  ["one letter", "a"],
  ["10,000 letters", "A".repeat(10_000)],
  ["an object", { $ne: "" }],
  ["a list", ["A".repeat(22)]],
])("a token that is %s is refused as a bad request", async (_, token) => {
  expectRefused(await open(token), "bad_request");
});

test("rows and logs contain no link token or guest secret, and logs contain no text of the guest", async () => {
  const { token, userId, guest } = await targets.aTarget();
  const writer = guest();
  const saved = await targets.comment(writer, aComment({ text: "Hidden remark" }), "Hidden name");
  expect(saved.status).toBe(200);
  const stored = await openTables(cloud.dynamodbUrl).rowsOf(userId);
  const rows = JSON.stringify(stored, (_, value) => (value instanceof Set ? [...value] : value));
  for (const secret of [token, writer.guest.secret]) {
    expect(rows).not.toContain(secret);
    expect(logText()).not.toContain(secret);
  }
  expect(logText()).not.toMatch(/Hidden/);
});

test("a learner cannot access another learner's share by its id alone", async () => {
  const victim = await targets.aTarget();
  await targets.comment(victim.guest());
  const { tokens } = await createLearner(cloud.webUrl);
  const thief = apiOf(cloud.apiUrl, tokens.AccessToken);
  const { params } = victim;
  for (const name of ["get-share", "request-uploads"] as const) {
    expectRefused(await thief.call(name, { params }), "share_not_found");
  }
  expect((await thief.call("change-share", { params, body: { is_blocked: true } })).status).toBe(404);
  await thief.call("revoke-share", { params: { ...params, comments: "delete" } });
  const [comment] = await targets.comments.list({ userId: victim.userId, shareId: victim.shareId });
  await thief.call("delete-share-comment", { params: { ...params, commentId: comment?.comment_id ?? "" } });
  expectRefused(await thief.call("create-share", { params, body: aShare({ recordings }) }), "bad_request");
  expect(await victim.share()).toMatchObject({ state: "open", user_id: victim.userId });
  expect(await victim.texts()).toHaveLength(1);
  expect((await open(victim.token)).status).toBe(200);
});

test("a comment of one share cannot be changed or deleted with the token of another share", async () => {
  const [own, victim] = [await targets.aTarget(), await targets.aTarget()];
  const bina = victim.guest();
  const written = aComment({ text: "Stays" });
  await targets.comment(bina, written);
  const thief = { token: own.token, guest: bina.guest };
  await targets.comment(thief, { ...written, text: "Altered" });
  await targets.call("delete-guest-writing", { ...thief, comment_id: written.comment_id });
  await targets.call("delete-guest-writing", { ...thief, comment_id: null });
  expect([await victim.texts(), await own.texts()]).toEqual([["Stays"], []]);
  expectRefused(await targets.comment({ token: randomUUID(), guest: bina.guest }, written), "bad_request");
});
