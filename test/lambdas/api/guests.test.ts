import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { maxChangesPerRequest } from "../../../domain/exam/exam-attempt.ts";
import { supportEmail } from "../../../local/cloud-settings.ts";
import { fetchMails } from "../../support/learner.ts";
import { apiOf } from "../support/call-api.ts";
import { aNote, aNoteChange, anExamAttempt } from "../support/exam-builders.ts";
import { aLearner, cloud, inDays, paidRow, stored, subscribe } from "../support/learners.ts";
import { expectRefused } from "../support/refused.ts";
import { aComment, aSharedDialogue, aToken } from "../support/share-builders.ts";
import { aGuest, aSharer, shareRow } from "../support/shared-links.ts";

describe("open-share", () => {
  test("returns the question, the URL of a received recording and a grant for the dialogue", async () => {
    const { guest, change, body } = await aSharer();
    await change({ received: { "0-0": "received" } });
    const opened = await guest().open();
    expect(opened).toMatchObject({
      ...{ asker: "Asha", question: body.question, subject: { kind: "dialogue" }, dialogues: body.dialogues },
      ...{ exam: null, guest: null, saved_comments: null },
    });
    expect(opened.recordings.map(({ url }) => url?.includes("X-Amz-Expires=300") ?? null)).toEqual([true, null]);
    expect(opened.content.map(({ folder, expiresInSeconds }) => [folder, expiresInSeconds])).toEqual([
      ["nepali/example/example-1/", 300],
    ]);
  });

  test("refuses an expired link, a malformed token and an unknown token", async () => {
    const { guest, change } = await aSharer();
    await change({ link_expires_at: inDays(-0.001) });
    expectRefused(await guest().refused("open-share"), "link_expired");
    expectRefused(await guest().tryComment(), "link_expired");
    expectRefused(await aGuest("short").refused("open-share"), "bad_request");
    expectRefused(await aGuest(aToken()).refused("open-share"), "link_unknown");
  });

  test("returns the same question to 50 simultaneous calls of one guest", async () => {
    const { guest } = await aSharer();
    const bina = guest();
    const opened = await Promise.all(Array.from({ length: 50 }, () => bina.open()));
    expect(new Set(opened.map(({ question }) => question)).size).toBe(1);
  });
});

describe("save-guest-comment", () => {
  test("stores a repeated comment once, and lets its guest change the comment", async () => {
    const { guest, shown } = await aSharer();
    const bina = guest();
    const comment = aComment({ unit: { sign: "0badcafe", kind: "name", text: "Asha" } });
    const saved = await Promise.all(Array.from({ length: 5 }, () => bina.comment(comment)));
    for (const { comment: each, upload: form } of saved) {
      expect(each).toMatchObject({ ...comment, guest_id: bina.guest.guest_id, voice_url: null });
      expect(form).toBeNull();
    }
    await bina.comment({ ...comment, text: "Changed" });
    expect((await shown()).comments.map(({ text }) => text)).toEqual(["Changed"]);
  });

  test("stores simultaneous comments of two guests under the right guest", async () => {
    const { guest, shown } = await aSharer();
    const [bina, chen] = [guest("Bina"), guest("Chen")];
    await Promise.all(Array.from({ length: 10 }, (_, nth) => (nth % 2 ? bina : chen).comment()));
    expect((await shown()).comments).toHaveLength(10);
    expect((await bina.open()).guest?.comments).toHaveLength(5);
    expect((await chen.open()).guest).toMatchObject({ name: "Chen", marking: null });
  });

  test("refuses a wrong secret, and a change of another guest's comment", async () => {
    const { guest, token, shown } = await aSharer();
    const bina = guest();
    const { comment } = await bina.comment();
    const forged = { token, guest: { ...bina.guest, secret: aToken() }, name: "Bina", comment: aComment() };
    const api = apiOf(cloud.apiUrl, "");
    for (const name of ["save-guest-comment", "open-share"] as const) {
      const body = name === "open-share" ? { token, guest: forged.guest } : forged;
      expectRefused(await api.call(name, { body }), "guest_unknown");
    }
    const chen = guest("Chen");
    expectRefused(await chen.tryComment({ ...aComment(), comment_id: comment.comment_id }), "comment_not_found");
    expect((await shown()).comments).toMatchObject([{ guest_name: "Bina", text: comment.text }]);
  });

  test("accepts ten of twelve simultaneous guests, and refuses two", async () => {
    const { guest, shown } = await aSharer();
    const guests = Array.from({ length: 12 }, (_, nth) => guest(`Guest ${nth}`));
    const answers = await Promise.all(guests.map((each) => each.tryComment()));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    for (const answer of answers.filter(({ status }) => status !== 200)) expectRefused(answer, "too_many_guests");
    const admitted = guests[answers.findIndex(({ status }) => status === 200)];
    await admitted?.comment();
    expect((await shown()).share.guests).toHaveLength(10);
  });

  test("refuses the 201st comment of a share until an earlier comment is deleted", async () => {
    const { guest, userId, shareId, change } = await aSharer();
    const bina = guest();
    const { comment } = await bina.comment();
    const { comments } = await shareRow(userId, shareId);
    const others = Array.from({ length: 198 }, () => [randomUUID(), bina.guest.guest_id]);
    await change({ comments: { ...Object(comments), ...Object.fromEntries(others) } });
    const answers = await Promise.all([bina.tryComment(), bina.tryComment()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    for (const answer of answers.filter(({ status }) => status === 409)) expectRefused(answer, "too_many_comments");
    await bina.comment({ ...aComment({ text: "Again" }), comment_id: comment.comment_id });
    await bina.remove(comment.comment_id);
    await bina.comment();
  });

  test("refuses a comment outside the share or more than 0.1 s after the recording ends", async () => {
    const { guest, shown } = await aSharer();
    const bina = guest();
    expectRefused(await bina.tryComment(aComment({ dialogue: 1, at_seconds: null })), "bad_request");
    expectRefused(await bina.tryComment(aComment({ at_seconds: 11.36 })), "bad_request");
    expectRefused(await bina.tryComment(aComment({ segment: 1, at_seconds: 0 })), "bad_request");
    await bina.comment(aComment({ at_seconds: 11.3 }));
    await bina.comment(aComment({ segment: 1, at_seconds: null }));
    expect((await shown()).comments).toHaveLength(2);
  });

  test("refuses a text of more than 1,000 characters, and a comment without text, unit or voice", async () => {
    const { guest } = await aSharer();
    const bina = guest();
    await bina.comment(aComment({ text: "a".repeat(1000) }));
    expectRefused(await bina.tryComment(aComment({ text: "a".repeat(1001) })), "bad_request");
    await bina.comment(aComment({ text: "", unit: { sign: "0badcafe", kind: "name", text: "Asha" } }));
    expectRefused(await bina.tryComment(aComment({ text: "", unit: null })), "bad_request");
  });

  test("renames a guest who sends a comment under another name", async () => {
    const { guest, shown, token } = await aSharer();
    const bina = guest("Bina");
    await bina.comment();
    const renamed = { token, guest: bina.guest, name: "Bina Rai", comment: aComment() };
    await bina.ask("save-guest-comment", { body: renamed });
    expect((await shown()).share.guests).toMatchObject([{ name: "Bina Rai", comments: 2 }]);
  });

  test("refuses a comment after the link is revoked, and keeps earlier comments", async () => {
    const { guest, ask, params, shown } = await aSharer();
    const bina = guest();
    await bina.comment(aComment({ text: "Before" }));
    await ask("revoke-share", { params });
    expectRefused(await bina.tryComment(), "link_ended");
    expect((await shown()).comments.map(({ text }) => text)).toEqual(["Before"]);
  });

  test("leaves no comment if the learner deletes the share at the same time", async () => {
    const { guest, ask, params, userId } = await aSharer();
    const bina = guest();
    await Promise.all([
      ask("revoke-share", { params: { ...params, comments: "delete" } }),
      ...Array.from({ length: 5 }, () => bina.tryComment()),
    ]);
    const { shares } = await stored.rowsOf(userId);
    expect(shares.filter(({ share_row }) => String(share_row).startsWith("comment#"))).toEqual([]);
  });
});

describe("delete-guest-writing", () => {
  test("deletes one comment of a guest, even after the link has ended", async () => {
    const { guest, ask, params, shown } = await aSharer();
    const bina = guest();
    const { comment } = await bina.comment();
    await bina.comment(aComment({ text: "Stays" }));
    await ask("revoke-share", { params });
    for (let nth = 0; nth < 2; nth += 1) expect(await bina.remove(comment.comment_id)).toEqual({ deleted: true });
    expect((await shown()).comments.map(({ text }) => text)).toEqual(["Stays"]);
  });

  test("deletes a guest and this guest's comments, but no comment of another guest", async () => {
    const { guest, shown } = await aSharer();
    const [bina, chen] = [guest("Bina"), guest("Chen")];
    for (const each of [bina, chen, bina]) await each.comment();
    const { comments } = await shown();
    const ofChen = comments.find(({ guest_name }) => guest_name === "Chen");
    expectRefused(await bina.refused("delete-guest-writing", { comment_id: ofChen?.comment_id }), "comment_not_found");
    for (let nth = 0; nth < 2; nth += 1) await bina.remove(null);
    const { share, comments: left } = await shown();
    expect([share.guests.map(({ name }) => name), left.map(({ guest_name }) => guest_name)]).toEqual([
      ["Chen"],
      ["Chen"],
    ]);
    expect((await bina.open()).guest).toBeNull();
  });

  test("refuses a wrong secret", async () => {
    const { guest, token, shown } = await aSharer();
    const bina = guest();
    await bina.comment();
    const body = { token, guest: { ...bina.guest, secret: aToken() }, comment_id: null };
    expectRefused(await bina.call("delete-guest-writing", { body }), "guest_unknown");
    expect((await shown()).comments).toHaveLength(1);
  });
});

/** The shared exam attempt has two dialogues with one segment each. */
async function anExamSharer(shows_marks = true) {
  const attempt_id = randomUUID();
  const sharer = await aSharer();
  const { userId, ask } = sharer;
  await subscribe(paidRow(userId));
  const facts = anExamAttempt();
  const dialogues = facts.dialogues.map(({ segments, ...rest }) => ({ ...rest, segments: segments.slice(0, 1) }));
  await ask("save-exam-attempt", { params: { attemptId: attempt_id }, body: { ...facts, dialogues } });
  const body = {
    ...sharer.body,
    token: aToken(),
    subject: { kind: "exam", attempt_id, shows_marks },
    dialogues: dialogues.map(({ scenario_id }) => aSharedDialogue({ scenario_id })),
  };
  await ask("create-share", { params: { shareId: randomUUID() }, body });
  const marked = (segments: readonly number[]) =>
    segments.map((dialogue) => ({
      ...{ type: "segment", dialogue, segment: 0, changed_at: inDays(0), marked: true },
    }));
  const bina = aGuest(body.token);
  const mark = (changes: readonly unknown[], guest = bina) =>
    guest.call("mark-shared-exam", {
      body: { token: guest.token, guest: guest.guest, name: guest.name, created_at: inDays(0), changes },
    });
  const params = { attemptId: attempt_id };
  return { ...sharer, attempt_id, bina, mark, marked, params, token: body.token };
}

describe("mark-shared-exam", () => {
  test("stores a marking under the guest's name, visible to the guest and the learner", async () => {
    const { mark, bina, ask, params } = await anExamSharer();
    const note = aNoteChange(aNote());
    for (let nth = 0; nth < 2; nth += 1) expect((await mark([note])).status).toBe(200);
    const opened = await bina.open();
    expect(opened.exam).toMatchObject({ exam: "naati-ccl" });
    expect(opened.exam).not.toHaveProperty("markings");
    expect(opened.guest?.marking?.changes).toContainEqual(note);
    const markings = await ask("list-exam-markings", { params });
    expect(
      markings.map(({ marking_id, changes }) => [marking_id, changes.find(({ type }) => type === "marker")]),
    ).toEqual([[bina.guest.guest_id, expect.objectContaining({ name: "Bina" })]]);
  });

  test("lets the guest see the learner's marks without remarks, if allowed, after the guest marks every segment", async () => {
    const note = aNote({ dialogue: 0, segment: 0, deduction: 1.5, remark: "I was nervous." });
    for (const shows of [true, false]) {
      const { mark, marked, bina, ask, params } = await anExamSharer(shows);
      const own = {
        params: { ...params, markingId: randomUUID() },
        body: { created_at: inDays(0), changes: [...marked([0, 1]), aNoteChange(note)] },
      };
      await ask("mark-exam-attempt", own);
      await mark(marked([0]));
      expect((await bina.open()).guest?.learner_marking).toBeNull();
      await mark(marked([1]));
      const shown = (await bina.open()).guest?.learner_marking ?? null;
      expect(shown?.marking_id ?? null).toBe(shows ? own.params.markingId : null);
      const notes = shown?.changes.flatMap((change) => (change.type === "note" ? [change.note] : []));
      expect(notes ?? null).toEqual(shows ? [{ ...note, remark: "" }] : null);
    }
  });

  test("refuses invalid changes, the id of another person's marking, and a share without an exam", async () => {
    const { mark, marked, ask, params, token } = await anExamSharer();
    const markingId = randomUUID();
    await ask("mark-exam-attempt", {
      params: { ...params, markingId },
      body: { created_at: inDays(0), changes: marked([0]) },
    });
    const before = await ask("list-exam-markings", { params });
    const thief = aGuest(token);
    thief.guest.guest_id = markingId;
    expectRefused(await mark([aNoteChange(aNote())], thief), "guest_unknown");
    expect((await thief.open()).guest?.marking).toBeNull();
    expectRefused(await mark([{ type: "marker", changed_at: inDays(0), name: "Examiner" }]), "bad_request");
    expect(await ask("list-exam-markings", { params })).toEqual(before);
    const { guest } = await aSharer();
    const other = guest();
    const body = { name: "Bina", created_at: inDays(0), changes: marked([0]) };
    expectRefused(await other.refused("mark-shared-exam", body), "bad_request");
    const changes = Array.from({ length: maxChangesPerRequest + 1 }, () => marked([0])[0]);
    expectRefused(await mark(changes), "bad_request");
  });

  test("refuses a deleted exam attempt, which open-share no longer returns", async () => {
    const { mark, marked, bina, ask, params } = await anExamSharer();
    await mark(marked([0]));
    await ask("delete-exam-attempt", { params });
    expectRefused(await mark(marked([1])), "attempt_deleted");
    expect(await bina.open()).toMatchObject({ exam: null, guest: { marking: null } });
  });

  test("lets a guest who marked delete their own data, even after the exam attempt is deleted", async () => {
    const { mark, marked, bina, ask, params } = await anExamSharer();
    await mark(marked([0]));
    await ask("delete-exam-attempt", { params });
    expect(await bina.remove(null)).toEqual({ deleted: true });
    expect((await bina.open()).guest).toBeNull();
  });

  test("changes the share's state to “answered” in the inbox of the teacher who marked the exam", async () => {
    const { mark, marked, ask, token, params } = await anExamSharer();
    const teacher = await aLearner();
    const { share_id } = await teacher.ask("keep-share", { body: { token } });
    const own = aToken();
    await teacher.ask("open-inbox-share", { params: { shareId: share_id }, body: { token: own } });
    expect((await mark(marked([0]), aGuest(own, "Mina"))).status).toBe(200);
    expect((await teacher.ask("get-inbox")).items[0]?.state).toBe("answered");
    expect(await ask("list-exam-markings", { params })).toHaveLength(1);
  });

  test("refuses later changes by a guest who deleted everything, and accepts a new guest", async () => {
    const { mark, marked, bina, ask, params, token } = await anExamSharer();
    const comment = aComment({ at_seconds: null });
    await bina.comment(comment);
    await mark(marked([0]));
    await bina.remove(null);
    expectRefused(await bina.tryComment(comment), "guest_unknown");
    expectRefused(await mark(marked([1])), "guest_unknown");
    expect((await bina.open()).guest).toBeNull();
    const again = aGuest(token);
    expect((await mark(marked([1]), again)).status).toBe(200);
    const markings = await ask("list-exam-markings", { params });
    expect(markings.map(({ marking_id }) => marking_id)).toEqual([again.guest.guest_id]);
  });

  test("refuses a teacher who deleted everything, although this teacher can comment again", async () => {
    const { mark, marked, token } = await anExamSharer();
    const teacher = await aLearner();
    const { share_id } = await teacher.ask("keep-share", { body: { token } });
    const own = aToken();
    await teacher.ask("open-inbox-share", { params: { shareId: share_id }, body: { token: own } });
    const mina = aGuest(own, "Mina");
    await mark(marked([0]), mina);
    await mina.remove(null);
    expect((await mina.tryComment(aComment({ at_seconds: null }))).status).toBe(200);
    expectRefused(await mark(marked([0]), mina), "marking_deleted");
  });

  test("stores a marking that is removed when the guest deletes everything", async () => {
    const { mark, marked, bina, ask, params } = await anExamSharer();
    await mark(marked([0]));
    await bina.remove(null);
    expect(await ask("list-exam-markings", { params })).toEqual([]);
  });
});

test("report-share stores the reason and emails it to the operator, and get-share omits the reason", async () => {
  const { guest, userId, shareId, shown } = await aSharer();
  expect((await guest().refused("report-share", { reason: "Somebody <b>else</b> speaks." })).status).toBe(200);
  const mails = (await fetchMails(cloud.webUrl, supportEmail)).filter(({ text }) => text.includes(shareId));
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain("Somebody <b>else</b> speaks.");
  expect(mails[0]?.html).toContain("Somebody &lt;b&gt;else&lt;/b&gt; speaks.");
  expect((await shareRow(userId, shareId))["reports"]).toMatchObject([{ reason: "Somebody <b>else</b> speaks." }]);
  expect(JSON.stringify(await shown())).not.toContain("Somebody");
});
