import { createHash, randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { aLearner, inDays, paidRow, stored, subscribe } from "../support/learners.ts";
import { expectRefused } from "../support/refused.ts";
import { aComment, aShare, aSharedDialogue, aToken, aVoice } from "../support/share-builders.ts";
import { aGuest, aSharer, shareRow, upload } from "../support/shared-links.ts";

describe("create-share", () => {
  test("stores the share with a hash of its token, and without the token", async () => {
    const { share, body, userId, shareId, ask } = await aSharer();
    const { token, days: _, ...facts } = body;
    expect(share).toMatchObject({
      ...{ ...facts, share_id: shareId, state: "open", guests: [], comments: 0 },
      recordings: body.recordings.map((recording) => ({ ...recording, state: "awaited" })),
    });
    expect(Date.parse(share.expires_at) - Date.parse(share.created_at)).toBe(7 * 86_400_000);
    expect((await ask("list-shares")).shares).toEqual([share]);
    const hash = createHash("sha256").update(token).digest("base64url");
    const links = await stored.rowsWithKey("share_links", hash);
    expect(links).toMatchObject([{ token_hash: hash, user_id: userId, share_id: shareId }]);
    expect(await shareRow(userId, shareId)).toMatchObject({ link_hash: hash });
    expect(JSON.stringify([links, await stored.rowsOf(userId)])).not.toContain(token);
    expect(await stored.rowsWithKey("share_links", token)).toEqual([]);
  });

  test("creates one share for ten simultaneous identical calls", async () => {
    const { ask } = await aLearner();
    const request = { params: { shareId: randomUUID() }, body: aShare() };
    const created = await Promise.all(Array.from({ length: 10 }, () => ask("create-share", request)));
    for (const share of created) expect(share).toEqual(created[0]);
    expect((await ask("list-shares")).shares).toHaveLength(1);
  });

  test("accepts three links of a learner without a paid plan, and a fourth link after a revocation", async () => {
    const { call, ask } = await aLearner();
    const ids = Array.from({ length: 4 }, () => randomUUID());
    const create = (shareId: string) => call("create-share", { params: { shareId }, body: aShare() });
    const answers = await Promise.all(ids.map(create));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409]);
    const refused = answers.findIndex(({ status }) => status === 409);
    expectRefused(await create(ids[refused] ?? ""), "too_many_links");
    const [first] = (await ask("list-shares")).shares;
    await ask("revoke-share", { params: { shareId: first?.share_id ?? "" } });
    expect((await create(ids[refused] ?? "")).status).toBe(200);
  });

  test("refuses more than 20 MB of recordings of a learner without a paid plan", async () => {
    const { call } = await aLearner();
    const recordings = Array.from({ length: 9 }, (_, segment) => ({
      ...{ dialogue: 0, segment, seconds: 590, bytes: 2_300_000 },
    }));
    const create = (shared: typeof recordings) =>
      call("create-share", { params: { shareId: randomUUID() }, body: aShare({ recordings: shared }) });
    expect((await create(recordings.slice(0, 8))).status).toBe(200);
    expectRefused(await create(recordings.slice(0, 1)), "too_much_audio");
  });

  test("refuses dialogues other than examples until the learner has a paid plan", async () => {
    const { call, userId } = await aLearner();
    const body = aShare({ dialogues: [aSharedDialogue({ scenario_id: "emp-1" })] });
    const create = () =>
      call("create-share", { params: { shareId: randomUUID() }, body: { ...body, token: aToken() } });
    expectRefused(await create(), "premium_required");
    await subscribe(paidRow(userId));
    expect((await create()).status).toBe(200);
  });

  test("refuses the id or token of another learner's share, which guests can still open", async () => {
    const { shareId, token, guest } = await aSharer();
    const thief = await aLearner();
    const create = (id: string, body = aShare()) => thief.call("create-share", { params: { shareId: id }, body });
    expectRefused(await create(shareId), "bad_request");
    expectRefused(await create(randomUUID(), aShare({ token, asker: "Thief" })), "changed_meanwhile");
    expect((await guest().open()).asker).toBe("Asha");
  });

  test("refuses a recording of a dialogue that is not shared", async () => {
    const { call } = await aLearner();
    const recordings = [{ dialogue: 1, segment: 0, seconds: 3, bytes: 12_000 }];
    const answer = await call("create-share", { params: { shareId: randomUUID() }, body: aShare({ recordings }) });
    expectRefused(answer, "bad_request");
  });

  test("refuses to create an ended share again", async () => {
    const { params, body, ask, call } = await aSharer();
    await ask("revoke-share", { params });
    expectRefused(await call("create-share", { params, body }), "share_ended");
  });
});

describe("request-uploads", () => {
  test("returns forms for missing recordings, and a form refuses another size or type", async () => {
    const { ask, params, change, uploadFirst } = await aSharer();
    const { uploads } = await ask("request-uploads", { params });
    expect(uploads.map(({ dialogue, segment }) => [dialogue, segment])).toEqual([
      [0, 0],
      [0, 2],
    ]);
    const [first] = uploads;
    if (!first) throw new Error("There is no form");
    expect(await upload(first.form, 45_001)).toBe(400);
    expect(await upload({ ...first.form, fields: { ...first.form.fields, "Content-Type": "video/mp4" } }, 45_000)).toBe(
      403,
    );
    await uploadFirst();
    await change({ received: { "0-0": "received", "0-2": "refused" } });
    const again = await ask("request-uploads", { params });
    expect(again.uploads.map(({ segment }) => segment)).toEqual([2]);
  });

  describe("for a share with 25 recordings", () => {
    const places = Array.from({ length: 25 }, (_, segment) => ({ dialogue: 0, segment }));
    const recordings = places.map((place) => ({ ...place, seconds: 1, bytes: 4000 }));
    const placesOf = (uploads: readonly { dialogue: number; segment: number }[]) =>
      uploads.map(({ dialogue, segment }) => ({ dialogue, segment }));

    test("returns forms for the first 20 recordings if the request names no places", async () => {
      const { ask, params } = await aSharer({ recordings });
      expect(placesOf((await ask("request-uploads", { params })).uploads)).toEqual(places.slice(0, 20));
    });

    test("returns forms for the last five recordings on request, although no earlier recording has arrived", async () => {
      const { ask, params } = await aSharer({ recordings });
      const last = places.slice(20);
      const { uploads, received } = await ask("request-uploads", { params, body: { places: last } });
      expect([placesOf(uploads), received]).toEqual([last, []]);
      expect(uploads.map(({ form }) => form.fields["key"])).toEqual(
        last.map(({ segment }) => `${params.shareId}/recording-0-${segment}.mp3`),
      );
      expect(await upload(uploads[4]?.form ?? { url: "", fields: {} }, 4000)).toBe(204);
    });

    test("lists the requested recordings that have arrived, and returns forms for the requested missing recordings", async () => {
      const { ask, params, change } = await aSharer({ recordings });
      await change({ received: { "0-3": "received", "0-21": "received", "0-22": "refused" } });
      const asked = places.slice(20, 23);
      const { uploads, received } = await ask("request-uploads", { params, body: { places: asked } });
      expect([placesOf(uploads), received]).toEqual([[asked[0], asked[2]], [asked[1]]]);
    });

    test("refuses more than 20 places, and a place without a recording", async () => {
      const { call, params } = await aSharer({ recordings });
      const request = (asked: readonly object[]) => call("request-uploads", { params, body: { places: asked } });
      expectRefused(await request(places.slice(0, 21)), "bad_request");
      expectRefused(await request([places[0] ?? {}, { dialogue: 0, segment: 25 }]), "bad_request");
      expectRefused(await request([{ dialogue: 1, segment: 0 }]), "bad_request");
    });
  });

  test("refuses an ended share, an expired share and another learner's share", async () => {
    const { ask, call, params, change } = await aSharer();
    const other = await aLearner();
    expectRefused(await other.call("request-uploads", { params }), "share_not_found");
    await change({ link_expires_at: inDays(-1) });
    expectRefused(await call("request-uploads", { params }), "share_ended");
    await change({ link_expires_at: inDays(1) });
    await ask("revoke-share", { params });
    expectRefused(await call("request-uploads", { params }), "share_ended");
  });
});

describe("get-share", () => {
  test("returns URLs of received recordings, which serve the uploaded audio", async () => {
    const { shown, uploadFirst } = await aSharer();
    expect((await shown()).recordings).toEqual([]);
    await uploadFirst();
    const { recordings } = await shown();
    expect(recordings).toEqual([{ dialogue: 0, segment: 0, url: expect.stringContaining("X-Amz-Expires=300") }]);
    const response = await fetch(recordings[0]?.url ?? "");
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "audio/mpeg"]);
    expect((await response.arrayBuffer()).byteLength).toBe(45_000);
  });

  test("returns the comments and names of all guests, and refuses another learner", async () => {
    const { guest, shown, params } = await aSharer();
    const [bina, chen] = [guest("Bina"), guest("Chen")];
    await bina.comment(aComment({ text: "First" }));
    await chen.comment(aComment({ text: "Second", kind: "praise" }));
    const { comments, share } = await shown();
    expect(comments.map(({ text, guest_name }) => [guest_name, text])).toEqual([
      ["Bina", "First"],
      ["Chen", "Second"],
    ]);
    expect(share.guests.map(({ name, comments: count, is_teacher }) => [name, count, is_teacher])).toEqual([
      ["Bina", 1, false],
      ["Chen", 1, false],
    ]);
    expect(JSON.stringify(share)).not.toContain("secret");
    const other = await aLearner();
    expectRefused(await other.call("get-share", { params }), "share_not_found");
  });
});

describe("change-share", () => {
  test("blocks the link for a guest until the learner unblocks the link", async () => {
    const { ask, params, guest } = await aSharer();
    const bina = guest();
    await bina.comment();
    expect((await ask("change-share", { params, body: { is_blocked: true } })).state).toBe("blocked");
    expectRefused(await bina.refused("open-share"), "link_blocked");
    expectRefused(await bina.tryComment(), "link_blocked");
    for (let nth = 0; nth < 2; nth += 1) await ask("change-share", { params, body: { is_blocked: false } });
    expect((await bina.open()).guest?.comments).toHaveLength(1);
  });

  test("replaces the link without a loss of comments, and disables the former token", async () => {
    const { ask, call, params, guest } = await aSharer();
    const bina = guest();
    await bina.comment();
    const token = aToken();
    for (let nth = 0; nth < 2; nth += 1) await ask("change-share", { params, body: { token } });
    expectRefused(await bina.refused("open-share"), "link_unknown");
    const again = { ...bina.guest };
    const opened = await bina.ask("open-share", { body: { token, guest: again } });
    expect(opened.guest?.comments).toHaveLength(1);
    const stranger = await aSharer();
    expectRefused(await call("change-share", { params, body: { token: stranger.token } }), "bad_request");
    await ask("change-share", { params, body: { token: aToken() } });
    expect((await stranger.guest().open()).asker).toBe("Asha");
  });

  test("identifies the current link by the start of the SHA-256 hash of the token", async () => {
    const { ask, params, share, token } = await aSharer();
    const idOf = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 16);
    expect(share.link_id).toBe(idOf(token));
    const next = aToken();
    expect((await ask("change-share", { params, body: { token: next } })).link_id).toBe(idOf(next));
    expect((await ask("list-shares")).shares.map(({ link_id }) => link_id)).toEqual([idOf(next)]);
  });

  test("refuses an ended share and another learner's share", async () => {
    const { ask, call, params } = await aSharer();
    const other = await aLearner();
    expectRefused(await other.call("change-share", { params, body: { is_blocked: true } }), "share_not_found");
    await ask("revoke-share", { params });
    expectRefused(await call("change-share", { params, body: { is_blocked: false } }), "share_ended");
  });
});

describe("revoke-share", () => {
  test("ends the link and deletes its audio, but keeps the comments", async () => {
    const { ask, params, guest, shown, uploadFirst } = await aSharer();
    await uploadFirst();
    const bina = guest();
    await bina.comment(aComment({ text: "Kept" }));
    const url = (await bina.open()).recordings[0]?.url ?? "";
    expect((await fetch(url)).status).toBe(200);
    for (let nth = 0; nth < 2; nth += 1) expect(await ask("revoke-share", { params })).toEqual({ revoked: true });
    expect((await fetch(url)).status).toBe(404);
    expectRefused(await bina.refused("open-share"), "link_ended");
    const { share, comments, recordings } = await shown();
    expect([share.state, comments.map(({ text }) => text), recordings]).toEqual(["revoked", ["Kept"], []]);
  });

  test("deletes the share with its comments on request, and its link becomes unknown", async () => {
    const { ask, call, params, guest, userId } = await aSharer();
    const bina = guest();
    await bina.comment();
    for (let nth = 0; nth < 2; nth += 1) await ask("revoke-share", { params: { ...params, comments: "delete" } });
    expectRefused(await bina.refused("open-share"), "link_unknown");
    expectRefused(await call("get-share", { params }), "share_not_found");
    const { shares } = await stored.rowsOf(userId);
    expect(shares.map(({ share_row }) => share_row).sort()).toEqual(["ledger", "notice"]);
  });

  test("leaves another learner's share open to guests", async () => {
    const { params, guest } = await aSharer();
    const other = await aLearner();
    await other.ask("revoke-share", { params: { ...params, comments: "delete" } });
    expect((await guest().open()).asker).toBe("Asha");
  });
});

test("delete-share-comment removes one comment for the learner and the guest, and lowers the comment count", async () => {
  const { ask, params, guest, shown, userId, shareId } = await aSharer();
  const bina = guest();
  const { comment } = await bina.comment(aComment({ voice: aVoice() }));
  await bina.comment(aComment({ text: "Stays" }));
  const request = { params: { ...params, commentId: comment.comment_id } };
  for (let nth = 0; nth < 2; nth += 1) expect(await ask("delete-share-comment", request)).toEqual({ deleted: true });
  expect((await shown()).comments.map(({ text }) => text)).toEqual(["Stays"]);
  expect((await bina.open()).guest?.comments.map(({ text }) => text)).toEqual(["Stays"]);
  expect(Object.keys(Object((await shareRow(userId, shareId))["comments"]))).toHaveLength(1);
});

test("a comment that the learner deleted stays deleted if the guest's request is repeated", async () => {
  const { ask, params, guest, shown } = await aSharer();
  const bina = guest();
  const written = aComment();
  await bina.comment(written);
  await ask("delete-share-comment", { params: { ...params, commentId: written.comment_id } });
  for (let nth = 0; nth < 2; nth += 1) expectRefused(await bina.tryComment(written), "comment_not_found");
  await bina.comment(aComment({ text: "Another" }));
  expect((await shown()).comments.map(({ text }) => text)).toEqual(["Another"]);
});

test("set-feedback-email stores the learner's choice, and cancels a waiting email if none is wanted", async () => {
  const { ask, guest, userId } = await aSharer();
  await guest().comment();
  const notice = async () => (await stored.rowsOf(userId)).shares.find(({ share_row }) => share_row === "notice");
  expect(await notice()).toHaveProperty("due_at");
  expect((await ask("list-shares")).wants_email).toBe(true);
  expect(await ask("set-feedback-email", { body: { wanted: false } })).toEqual({ wanted: false });
  await guest("Chen").comment();
  expect(await notice()).not.toHaveProperty("due_at");
  expect((await ask("list-shares")).wants_email).toBe(false);
  await ask("set-feedback-email", { body: { wanted: true } });
  expect((await ask("list-shares")).wants_email).toBe(true);
});

test("a deleted account leaves at most a row in closed_accounts, and its link is unknown to guests", async () => {
  const { ask, guest, userId, uploadFirst } = await aSharer();
  await uploadFirst();
  const bina = guest();
  await bina.comment();
  await ask("delete-user");
  for (const answer of [await bina.refused("open-share"), await bina.tryComment()]) {
    expectRefused(answer, "link_unknown");
  }
  const { closed_accounts: _, ...rows } = await stored.rowsOf(userId);
  expect(Object.values(rows).flat()).toEqual([]);
});

test("a token that differs from the link's token in one character is unknown", async () => {
  const { token } = await aSharer();
  const wrong = `${token.startsWith("A") ? "B" : "A"}${token.slice(1)}`;
  expectRefused(await aGuest(wrong).refused("open-share"), "link_unknown");
});
