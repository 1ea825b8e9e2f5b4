import { createHash, randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { aLearner, stored } from "../support/learners.ts";
import { expectRefused } from "../support/refused.ts";
import { aComment, aShare, aToken, aVoice } from "../support/share-builders.ts";
import { aGuest, aSharer } from "../support/shared-links.ts";

async function aTeacher() {
  const sharer = await aSharer();
  const teacher = await aLearner({ name: "Mina Teacher" });
  const item = await teacher.ask("keep-share", { body: { token: sharer.token } });
  const open = async () => {
    const token = aToken();
    await teacher.ask("open-inbox-share", { params: sharer.params, body: { token } });
    return aGuest(token, "Mina");
  };
  return { sharer, teacher, item, open };
}

describe("keep-share", () => {
  test("adds a share to the inbox once, and shows the teacher's name to the learner", async () => {
    const { sharer, teacher, item } = await aTeacher();
    expect(item).toMatchObject({
      ...{ share_id: sharer.shareId, learner_id: sharer.userId, learner_name: "Asha", state: "unheard" },
      ...{ kind: "dialogue", titles: ["At the counter"], expires_at: sharer.share.expires_at },
    });
    await teacher.ask("keep-share", { body: { token: sharer.token } });
    const inbox = await teacher.ask("get-inbox");
    expect(inbox.items).toEqual([item]);
    expect(inbox.learners).toMatchObject([{ learner_id: sharer.userId, name: "Asha" }]);
    const { teachers, shares } = await sharer.ask("list-shares");
    expect(teachers).toEqual([{ teacher_id: teacher.userId, name: "Mina Teacher" }]);
    expect(shares[0]?.teachers).toEqual([teacher.userId]);
  });

  test("refuses the learner's own link, an unknown link and an ended link", async () => {
    const { ask, call, token, params } = await aSharer();
    const teacher = await aLearner();
    expectRefused(await call("keep-share", { body: { token } }), "bad_request");
    expectRefused(await teacher.call("keep-share", { body: { token: aToken() } }), "link_unknown");
    await ask("revoke-share", { params });
    expectRefused(await teacher.call("keep-share", { body: { token } }), "link_ended");
  });

  test("is refused if the learner has 20 other teachers, and leaves the inbox empty", async () => {
    const sharer = await aSharer();
    for (let nth = 0; nth < 20; nth += 1) {
      const row = { user_id: sharer.userId, share_row: `teacher#${randomUUID()}` };
      await stored.put("shares", { ...row, name: "Mina", since: "2026-11-26T09:00:00.000Z" });
    }
    const teacher = await aLearner();
    expectRefused(await teacher.call("keep-share", { body: { token: sharer.token } }), "inbox_full");
    expect(await teacher.ask("get-inbox")).toMatchObject({ items: [], learners: [] });
  });

  test("lets the learner send a further share directly to the teacher, but not to a stranger", async () => {
    const { sharer, teacher } = await aTeacher();
    const stranger = await aLearner();
    const body = aShare({ teachers: [teacher.userId, stranger.userId], question: "And now?" });
    const share = await sharer.ask("create-share", { params: { shareId: randomUUID() }, body });
    expect(share.teachers).toEqual([teacher.userId]);
    expect((await teacher.ask("get-inbox")).items.map(({ question }) => question)).toEqual([
      "And now?",
      "Is it too slow?",
    ]);
    expect((await stranger.ask("get-inbox")).items).toEqual([]);
  });
});

describe("open-inbox-share", () => {
  test("identifies the teacher as the same guest after a second call", async () => {
    const { sharer, teacher, open } = await aTeacher();
    const mina = await open();
    expect((await mina.open()).saved_comments).toEqual([]);
    expect((await teacher.ask("get-inbox")).items[0]?.state).toBe("heard");
    await mina.comment(aComment({ text: "From the desk" }));
    const again = await open();
    expect((await again.open()).guest?.comments.map(({ text }) => text)).toEqual(["From the desk"]);
    expect((await teacher.ask("get-inbox")).items[0]?.state).toBe("answered");
    expect((await sharer.shown()).share.guests).toMatchObject([{ name: "Mina", is_teacher: true }]);
    expectRefused(await mina.refused("open-share"), "link_unknown");
  });

  test("refuses a share outside the inbox, and the token of another share or of the learner's link", async () => {
    const { sharer, teacher } = await aTeacher();
    const stranger = await aLearner();
    const request = { params: sharer.params, body: { token: aToken() } };
    expectRefused(await stranger.call("open-inbox-share", request), "share_not_found");
    const other = await aSharer();
    const taken = { params: sharer.params, body: { token: other.token } };
    expectRefused(await teacher.call("open-inbox-share", taken), "bad_request");
    expect((await other.guest().open()).asker).toBe("Asha");
    const learners = { params: sharer.params, body: { token: sharer.token } };
    expectRefused(await teacher.call("open-inbox-share", learners), "bad_request");
    expect((await sharer.guest().open()).saved_comments).toBeNull();
    await teacher.ask("open-inbox-share", request);
    expectRefused(await teacher.call("open-inbox-share", learners), "bad_request");
    await teacher.ask("remove-inbox-share", { params: sharer.params });
    expect((await sharer.guest().open()).asker).toBe("Asha");
  });

  test("refuses a blocked share", async () => {
    const { sharer, teacher } = await aTeacher();
    await sharer.ask("change-share", { params: sharer.params, body: { is_blocked: true } });
    const request = { params: sharer.params, body: { token: aToken() } };
    expectRefused(await teacher.call("open-inbox-share", request), "link_blocked");
  });
});

test("a link that neither the share nor the inbox refers to is unknown", async () => {
  const { sharer, teacher } = await aTeacher();
  for (const teacher_id of [undefined, teacher.userId]) {
    const token = aToken();
    const token_hash = createHash("sha256").update(token).digest("base64url");
    const link = { user_id: sharer.userId, share_id: sharer.shareId, ...(teacher_id && { teacher_id }) };
    await stored.put("share_links", { ...link, token_hash, expires_at: 2_000_000_000 });
    expectRefused(await aGuest(token).refused("open-share"), "link_unknown");
  }
});

test("add-reusable-comment stores comments of a teacher, and refuses a guest", async () => {
  const { sharer, open } = await aTeacher();
  const mina = await open();
  const save = (token: string) =>
    mina.call("add-reusable-comment", { body: { token, comment: "Slower.", replaced: null } });
  expect((await save(mina.token)).status).toBe(200);
  expect((await mina.open()).saved_comments).toEqual(["Slower."]);
  expectRefused(await save(sharer.token), "not_a_teacher");
});

test("add-reusable-comment keeps every comment that it accepts from three simultaneous calls", async () => {
  const { open } = await aTeacher();
  const mina = await open();
  const add = (comment: string) =>
    mina.call("add-reusable-comment", { body: { token: mina.token, comment, replaced: null } });
  const wanted = ["Slower.", "Louder.", "Say the dose."];
  const answers = await Promise.all(wanted.map(add));
  for (const answer of answers) if (answer.status !== 200) expectRefused(answer, "changed_meanwhile");
  const added = wanted.filter((_, at) => answers[at]?.status === 200);
  expect(added.length).toBeGreaterThan(0);
  expect((await mina.open()).saved_comments?.toSorted()).toEqual(added.toSorted());
  for (const comment of wanted) expect((await add(comment)).status).toBe(200);
  expect((await mina.open()).saved_comments?.toSorted()).toEqual(wanted.toSorted());
});

test("add-reusable-comment refuses to remove another comment than the teacher agreed to", async () => {
  const { open } = await aTeacher();
  const mina = await open();
  const add = (comment: string, replaced: string | null) =>
    mina.call("add-reusable-comment", { body: { token: mina.token, comment, replaced } });
  for (let nth = 1; nth <= 50; nth += 1) expect((await add(`Comment ${nth}`, null)).status).toBe(200);
  expectRefused(await add("Slower.", null), "changed_meanwhile");
  expectRefused(await add("Slower.", "Comment 2"), "changed_meanwhile");
  expect((await add("Slower.", "Comment 1")).status).toBe(200);
  expect((await mina.open()).saved_comments?.at(0)).toBe("Comment 2");
});

test("a teacher can report a link, and delete a voice comment", async () => {
  const { sharer, open } = await aTeacher();
  const mina = await open();
  const { comment } = await mina.comment(aComment({ voice: aVoice() }));
  expect((await mina.refused("report-share", { reason: "Not the learner's voice." })).status).toBe(200);
  await mina.remove(comment.comment_id);
  expect((await sharer.shown()).comments).toEqual([]);
});

describe("after the share has ended, a teacher", () => {
  test("can delete one and then all of their comments from another device", async () => {
    const { sharer, open } = await aTeacher();
    const desk = await open();
    const saved: string[] = [];
    for (const text of ["One", "Two", "Three"]) {
      saved.push((await desk.comment(aComment({ text }))).comment.comment_id);
    }
    const stranger = sharer.guest("Bina");
    await stranger.comment(aComment({ text: "Another guest's" }));
    const phone = await open();
    await sharer.ask("revoke-share", { params: sharer.params });
    const texts = async () => (await sharer.shown()).comments.map(({ text }) => text).sort();
    for (let nth = 0; nth < 2; nth += 1) expect(await phone.remove(saved[0] ?? "")).toEqual({ deleted: true });
    expect(await texts()).toEqual(["Another guest's", "Three", "Two"]);
    for (let nth = 0; nth < 2; nth += 1) expect(await phone.remove(null)).toEqual({ deleted: true });
    expect(await texts()).toEqual(["Another guest's"]);
    expect((await sharer.shown()).share.guests).toMatchObject([{ name: "Bina" }]);
    expectRefused(await desk.refused("delete-guest-writing", { comment_id: null }), "link_unknown");
  });

  test("can delete their comments even if the learner leaves the teacher", async () => {
    const { sharer, teacher, open } = await aTeacher();
    const mina = await open();
    await mina.comment();
    await sharer.ask("revoke-share", { params: sharer.params });
    await sharer.ask("leave-teacher", { params: { teacherId: teacher.userId } });
    await mina.remove(null);
    expect((await sharer.shown()).comments).toEqual([]);
  });

  test("cannot save reusable comments through the link", async () => {
    const { sharer, open } = await aTeacher();
    const mina = await open();
    await sharer.ask("revoke-share", { params: sharer.params });
    const body = { token: mina.token, comment: "Slower.", replaced: null };
    expectRefused(await mina.call("add-reusable-comment", { body }), "link_ended");
  });
});

describe("the access of a teacher ends", () => {
  test("when the learner leaves the teacher, even through a link that is already open", async () => {
    const { sharer, teacher, open } = await aTeacher();
    const mina = await open();
    const params = { teacherId: teacher.userId };
    for (let nth = 0; nth < 2; nth += 1) expect(await sharer.ask("leave-teacher", { params })).toEqual({ left: true });
    expectRefused(await mina.refused("open-share"), "link_unknown");
    expect(await teacher.ask("get-inbox")).toEqual({ items: [], learners: [] });
    const { teachers, shares } = await sharer.ask("list-shares");
    expect([teachers, shares[0]?.teachers]).toEqual([[], []]);
    expect((await sharer.guest().open()).asker).toBe("Asha");
  });

  test("when the teacher removes the share, and the learner can be removed afterwards", async () => {
    const { sharer, teacher, open } = await aTeacher();
    const mina = await open();
    for (let nth = 0; nth < 2; nth += 1) await teacher.ask("remove-inbox-share", { params: sharer.params });
    expectRefused(await mina.refused("open-share"), "link_unknown");
    expect((await teacher.ask("get-inbox")).items).toEqual([]);
    for (let nth = 0; nth < 2; nth += 1) {
      await teacher.ask("remove-learner", { params: { learnerId: sharer.userId } });
    }
    expect((await sharer.ask("list-shares")).teachers).toEqual([]);
  });

  test("when the teacher removes the learner, even through a link that is already open", async () => {
    const { sharer, teacher, open } = await aTeacher();
    const mina = await open();
    await mina.comment();
    await teacher.ask("remove-learner", { params: { learnerId: sharer.userId } });
    expectRefused(await mina.refused("open-share"), "link_unknown");
    expect((await sharer.ask("list-shares")).shares[0]?.teachers).toEqual([]);
    expect((await sharer.shown()).comments).toHaveLength(1);
  });

  test("when the share is revoked", async () => {
    const { sharer, teacher, open } = await aTeacher();
    const mina = await open();
    await sharer.ask("revoke-share", { params: sharer.params });
    expectRefused(await mina.refused("open-share"), "link_ended");
    expectRefused(await mina.tryComment(), "link_ended");
    expect((await teacher.ask("get-inbox")).items).toEqual([]);
  });

  test("when the learner or the teacher deletes their own account", async () => {
    for (const who of ["sharer", "teacher"] as const) {
      const { sharer, teacher, open } = await aTeacher();
      const mina = await open();
      await mina.ask("add-reusable-comment", { body: { token: mina.token, comment: "Slower.", replaced: null } });
      const [gone, other] = who === "sharer" ? [sharer, teacher] : [teacher, sharer];
      await gone.ask("delete-user");
      expectRefused(await mina.refused("open-share"), "link_unknown");
      const { closed_accounts: _, ...rows } = await stored.rowsOf(gone.userId);
      expect(Object.values(rows).flat()).toEqual([]);
      if (who === "sharer") expect(await other.ask("get-inbox")).toEqual({ items: [], learners: [] });
      else expect((await other.ask("list-shares")).teachers).toEqual([]);
    }
  });
});

test("the export contains the shares of a learner and the inbox of a teacher", async () => {
  const { sharer, teacher, open } = await aTeacher();
  const mina = await open();
  await mina.comment(aComment({ text: "Exported" }));
  await mina.ask("add-reusable-comment", { body: { token: mina.token, comment: "Slower.", replaced: null } });
  const fetchExport = async ({ ask }: typeof teacher) => (await fetch((await ask("export-account")).url)).json();
  expect(await fetchExport(sharer)).toMatchObject({
    shares: [{ share_id: sharer.shareId, received_comments: [{ text: "Exported", guest_name: "Mina" }] }],
    ...{ teachers: [{ teacher_id: teacher.userId }], wants_feedback_email: true },
  });
  const text = JSON.stringify(await fetchExport(teacher));
  expect(JSON.parse(text)).toMatchObject({
    inbox: { items: [{ share_id: sharer.shareId, state: "answered" }], saved_comments: ["Slower."] },
  });
  expect(text).not.toContain("link_hash");
});
