/* Attacks of guests. The requirements are in the threat model: docs/threats.md */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Cloud } from "../../../local/cloud.ts";
import { startOwnCloud } from "../support/own-cloud.ts";
import { expectRefused } from "../support/refused.ts";
import { openTables } from "../support/rows.ts";
import { aComment } from "../support/share-builders.ts";
import { mp3, openTargets, sendForm } from "../support/share-target.ts";

// A separate cloud is necessary, because the tests wait until all of its events are handled.
let cloud: Cloud;
let targets: ReturnType<typeof openTargets>;
beforeAll(async () => {
  cloud = await startOwnCloud();
  targets = openTargets(cloud);
});
afterAll(() => cloud.close());

test("another guest's secret gives no access to a guest's comments", async () => {
  const { guest, token, texts } = await targets.aTarget();
  const [bina, chen] = [guest(), guest()];
  const comment = aComment();
  await targets.comment(bina, comment);
  const forged = { token, guest: { guest_id: bina.guest.guest_id, secret: chen.guest.secret } };
  for (const [name, body] of [
    ["open-share", forged],
    ["save-guest-comment", { ...forged, name: "Bina", comment: { ...comment, text: "Altered" } }],
    ["delete-guest-writing", { ...forged, comment_id: comment.comment_id }],
    ["delete-guest-writing", { ...forged, comment_id: null }],
  ] as const) {
    expectRefused(await targets.call(name, body), "guest_unknown");
  }
  expect(await texts()).toEqual([comment.text]);
});

test("HTML in a guest's comment or name is stored unchanged", async () => {
  const { guest, learner, params } = await targets.aTarget();
  const html = '<img src=x onerror=alert(1)><script>alert("1")</script>&lt;b&gt;';
  expect((await targets.comment(guest(), aComment({ text: html }), "<b>Bina</b>")).status).toBe(200);
  const { comments } = await learner.ask("get-share", { params });
  expect(comments).toMatchObject([{ text: html, guest_name: "<b>Bina</b>" }]);
});

// https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing
const forbidden = ["\u0000", "\u0007", "\u001b[31m", "\u007f", "\u202a", "\u202e", "\u2066", "\u2069", "\ud800"];

test("characters such as NUL and text-direction overrides are refused in a guest's comment, name and report", async () => {
  const { guest, texts, share } = await targets.aTarget();
  for (const character of forbidden) {
    const text = `a${character}b`;
    expectRefused(await targets.comment(guest(), aComment({ text })), "bad_request");
    expectRefused(await targets.comment(guest(), aComment(), text), "bad_request");
    expectRefused(await targets.call("report-share", { ...guest(), reason: text }), "bad_request");
  }
  expectRefused(await targets.comment(guest(), aComment(), "Bina\nAsha"), "bad_request");
  expectRefused(await targets.comment(guest(), aComment({ text: "a".repeat(1001) })), "bad_request");
  expect([await texts(), (await share())?.guests, (await share())?.reports]).toEqual([[], {}, []]);
});

test("a guest's request with an oversized body is refused", async () => {
  const { guest, texts } = await targets.aTarget();
  const body = { ...guest(), name: "Bina", comment: aComment(), padding: "a".repeat(1_000_000) };
  expectRefused(await targets.call("save-guest-comment", body), "body_too_large");
  expect(await texts()).toEqual([]);
});

test("an exam cannot be marked through a link that shows no exam", async () => {
  const { guest, userId } = await targets.aTarget();
  const at = new Date().toISOString();
  const changes = [{ type: "segment", dialogue: 0, segment: 0, changed_at: at, marked: true }];
  const body = { ...guest(), name: "Bina", created_at: at, changes };
  const answer = await targets.call("mark-shared-exam", body);
  expectRefused(answer, "bad_request");
  expect(answer.body).toMatchObject({ message: "body, token: This link has no exam" });
  expect((await openTables(cloud.dynamodbUrl).rowsOf(userId)).exam_attempts).toEqual([]);
});

test("comments that two guests send at the same time are all saved", async () => {
  const { guest, texts } = await targets.aTarget();
  const [bina, chen] = [guest(), guest()];
  const written = Array.from({ length: 15 }, (_, nth) => `Remark ${nth}`);
  const answers = await Promise.all(
    written.flatMap((text) => [targets.comment(bina, aComment({ text })), targets.comment(chen, aComment({ text }))]),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect((await texts()).sort()).toEqual([...written, ...written].sort());
});

test("of two guests' simultaneous comments with the same id, one is saved and one is refused", async () => {
  const { guest, texts } = await targets.aTarget();
  const comment = aComment();
  const answers = await Promise.all(
    ["First", "Second"].map((text) => targets.comment(guest(), { ...comment, text }, text)),
  );
  const refused = answers.findIndex(({ status }) => status !== 200);
  const [loser] = answers.splice(refused, 1);
  if (!loser) throw new Error("Nobody was refused");
  expectRefused(loser, "comment_not_found");
  expect(answers.map(({ status }) => status)).toEqual([200]);
  expect(await texts()).toEqual([refused === 0 ? "Second" : "First"]);
});

test("comments saved before the link is revoked remain, and their guest can delete them", async () => {
  const { guest, learner, params, texts } = await targets.aTarget();
  const bina = guest();
  const saved = aComment({ text: "Before" });
  await targets.comment(bina, saved);
  const [revoked, ...answers] = await Promise.all([
    learner.ask("revoke-share", { params }),
    ...Array.from({ length: 6 }, (_, nth) => targets.comment(bina, aComment({ text: `Meanwhile ${nth}` }))),
  ]);
  expect(revoked).toEqual({ revoked: true });
  for (const answer of answers.filter(({ status }) => status !== 200)) expectRefused(answer, "link_ended");
  const kept = answers.flatMap(({ status }, nth) => (status === 200 ? [`Meanwhile ${nth}`] : []));
  expect((await texts()).sort()).toEqual(["Before", ...kept].sort());
  expectRefused(await targets.comment(bina), "link_ended");
  expectRefused(await targets.call("open-share", bina), "link_ended");
  const deleted = await targets.call("delete-guest-writing", { ...bina, comment_id: null });
  expect([deleted.status, await texts()]).toEqual([200, []]);
});

test("an account deleted while guests write leaves no comments, audio or working link", async () => {
  const { guest, learner, userId, form, key, texts } = await targets.aTarget();
  const guests = [guest(), guest()];
  for (const each of guests) await targets.comment(each);
  const [deleted, ...answers] = await Promise.all([
    learner.ask("delete-user"),
    ...Array.from({ length: 6 }, (_, nth) => targets.comment(guests[nth % 2] ?? guest())),
    sendForm(form, mp3).then((status) => ({ status: status === 204 ? 200 : status, body: undefined })),
  ]);
  expect(deleted).toEqual({ deleted: true });
  for (const { status, body } of answers.slice(0, 6)) {
    if (status !== 200) expect(body).toEqual({ code: "link_unknown", message: "This link does not work." });
  }
  await cloud.settle();
  expect([await texts(), await targets.stored(key)]).toEqual([[], null]);
  const { shares, closed_accounts: _, ...others } = await openTables(cloud.dynamodbUrl).rowsOf(userId);
  expect([shares, Object.values(others).flat()]).toEqual([[], []]);
  for (const each of guests) expectRefused(await targets.call("open-share", each), "link_unknown");
});
