import { randomUUID } from "node:crypto";
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import type { NewComment } from "../../../domain/sharing/share-comment.ts";
import type { DocumentStore } from "../../../lambdas/store/document-store.ts";
import { createFeedbackNoticeStore } from "../../../lambdas/store/feedback-notices.ts";
import { createShareCommentStore, hasReceivedVoice } from "../../../lambdas/store/share-comments.ts";
import { createShareGuestStore } from "../../../lambdas/store/share-guests.ts";
import { createShareLedger } from "../../../lambdas/store/share-ledger.ts";
import { createShareLinkStore, hashToken } from "../../../lambdas/store/share-links.ts";
import { createShareReportStore } from "../../../lambdas/store/share-reports.ts";
import type { ShareKey, StoredGuest } from "../../../lambdas/store/share-rows.ts";
import { createShareTeacherStore } from "../../../lambdas/store/share-teachers.ts";
import { createShareStore, type ShareToStore } from "../../../lambdas/store/shares.ts";
import { localTableName } from "../../../local/dynamodb.ts";
import { allowEveryAccount } from "../support/directory-user.ts";
import { maxRowBytes, rowSize } from "../support/row-size.ts";
import { aComment, aShare, aVoice } from "../support/share-builders.ts";

const tableName = localTableName("shares");
const now = new Date("2026-11-26T09:00:00.000Z");
const later = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
const linkEnd = later(7 * 24).toISOString();

const toStore = (fields: Partial<ShareToStore> = {}): ShareToStore => {
  const { token, days: _, teachers: __, ...share } = aShare();
  return { ...share, link_hash: hashToken(token), created_at: now.toISOString(), link_expires_at: linkEnd, ...fields };
};
const aGuest = (fields: Partial<StoredGuest> = {}): StoredGuest => ({
  ...{ name: "Bina", secret_hash: hashToken("secret"), created_at: now.toISOString(), has_marking: false },
  ...fields,
});

export function describeShares(open: () => DocumentStore): void {
  const shares = () => createShareStore(open(), tableName, allowEveryAccount);
  const guests = () => createShareGuestStore(open(), tableName);
  const reports = () => createShareReportStore(open(), tableName);
  const comments = () => createShareCommentStore(open(), tableName, allowEveryAccount);
  const ledger = () => createShareLedger(open(), tableName, allowEveryAccount);
  const notices = () => createFeedbackNoticeStore(open(), tableName, allowEveryAccount);
  const teachers = () => createShareTeacherStore(open(), tableName, allowEveryAccount);
  const links = () => createShareLinkStore(open(), localTableName("share_links"), allowEveryAccount);
  const aStoredShare = async (fields: Partial<ShareToStore> = {}): Promise<ShareKey> => {
    const key = { userId: randomUUID(), shareId: randomUUID() };
    await shares().create(key, toStore(fields));
    return key;
  };
  const anOpenedShare = async () => {
    const key = await aStoredShare();
    const guestId = randomUUID();
    await guests().admit(key, guestId, aGuest(), now);
    const reserve = (commentId: string = randomUUID(), hasVoice = false, at = now) =>
      guests().reserveComment(key, { commentId, guestId, hasVoice }, at);
    return { key, guestId, reserve };
  };
  const dueIn = async (group: string) => {
    const { Items = [] } = await open().send(
      new QueryCommand({
        TableName: tableName,
        IndexName: "due",
        KeyConditionExpression: "due_group = :group",
        ExpressionAttributeValues: { ":group": group },
      }),
    );
    return Items.map(({ user_id, due_at }) => ({ user_id, due_at }));
  };

  describe("shares", () => {
    it("are stored once under their learner, and listed newest first", async () => {
      const key = await aStoredShare();
      const other = { ...key, shareId: randomUUID() };
      await shares().create(other, toStore({ created_at: later(1).toISOString() }));
      expect(await shares().create(key, toStore({ question: "Another" }))).toBe(false);
      expect((await shares().list(key.userId)).map(({ share_id }) => share_id)).toEqual([other.shareId, key.shareId]);
      expect(await shares().get(key)).toMatchObject({ question: "Is it too slow?", state: "open", teachers: [] });
      expect(await shares().get({ ...key, userId: randomUUID() })).toBeNull();
    });

    it("expire in DynamoDB a year after their link has expired", async () => {
      const key = await aStoredShare();
      expect((await shares().get(key))?.expires_at).toBe(Date.parse("2027-12-03T09:00:00.000Z") / 1000);
    });

    it("change their state only if the current state allows the change", async () => {
      const key = await aStoredShare();
      expect(await shares().changeState(key, ["open"], "blocked")).toMatchObject({ state: "blocked" });
      expect(await shares().changeState(key, ["open"], "taken-down")).toBeNull();
      expect(await shares().changeState(key, ["open", "blocked"], "revoked")).toMatchObject({ state: "revoked" });
      expect(await shares().changeState(key, ["open", "blocked"], "open")).toBeNull();
    });

    it("are due for expiry on the day of their end, until the expiry is finished", async () => {
      const end = "2031-02-03T04:05:06.000Z";
      const key = await aStoredShare({ link_expires_at: end });
      expect(await dueIn("expire#2031-02-03")).toContainEqual({ user_id: key.userId, due_at: end });
      await shares().finishExpiry(key);
      expect(await dueIn("expire#2031-02-03")).not.toContainEqual({ user_id: key.userId, due_at: end });
    });

    it("return the former link when it is replaced, and refuse a new link or teacher once revoked", async () => {
      const key = await aStoredShare({ link_hash: "former" });
      expect(await shares().replaceLink(key, "next")).toBe("former");
      expect(await shares().get(key)).toMatchObject({ link_hash: "next" });
      await shares().changeState(key, ["open"], "revoked");
      expect(await shares().replaceLink(key, "third")).toBeNull();
      expect(await shares().addTeacher(key, "teacher")).toBe(false);
    });

    it("record uploads and teachers, but no upload after the share is removed", async () => {
      const key = await aStoredShare();
      await shares().recordUpload(key, { dialogue: 0, segment: 2 }, "received");
      for (let nth = 0; nth < 2; nth += 1) await shares().addTeacher(key, "teacher");
      expect(await shares().get(key)).toMatchObject({ received: { "0-2": "received" }, teachers: ["teacher"] });
      await shares().removeTeacher(key, "teacher");
      expect(await shares().get(key)).toMatchObject({ teachers: [] });
      await shares().remove(key);
      expect(await shares().recordUpload(key, { dialogue: 0, segment: 0 }, "received")).toBeNull();
      await shares().finishExpiry(key);
      expect(await shares().get(key)).toBeNull();
    });
  });

  describe("guests", () => {
    it("are limited to 10 of 25 simultaneous guests, and a repeated guest changes nothing", async () => {
      const key = await aStoredShare();
      const ids = Array.from({ length: 25 }, () => randomUUID());
      const admitted = await Promise.all(ids.map((id) => guests().admit(key, id, aGuest(), now)));
      expect(admitted.filter((share) => share !== null)).toHaveLength(10);
      const share = await shares().get(key);
      expect(Object.keys(share?.guests ?? {})).toHaveLength(10);
      const [known = ""] = Object.keys(share?.guests ?? {});
      expect(await guests().admit(key, known, aGuest({ name: "Somebody else" }), now)).toBeNull();
      expect((await shares().get(key))?.guests[known]?.name).toBe("Bina");
    });

    it("cannot join, comment on or mark a blocked, ended or removed share", async () => {
      const { key, guestId, reserve } = await anOpenedShare();
      expect(await reserve(randomUUID(), false, new Date(linkEnd))).toBeNull();
      await shares().changeState(key, ["open"], "blocked");
      const write = async () => [
        await reserve(),
        await guests().admit(key, randomUUID(), aGuest(), now),
        await guests().rename(key, guestId, "Other", now),
        await guests().noteMarking(key, guestId, now),
      ];
      expect(await write()).toEqual([null, null, null, null]);
      await shares().changeState(key, ["blocked"], "revoked");
      expect(await write()).toEqual([null, null, null, null]);
      await shares().remove(key);
      expect(await write()).toEqual([null, null, null, null]);
      expect(await guests().remove(key, guestId, "for good")).toBeNull();
      expect(await shares().get(key)).toBeNull();
    });

    it("can reserve at most 200 comments of a share, even if 210 arrive at once", async () => {
      const { key, guestId, reserve } = await anOpenedShare();
      const reserved = await Promise.all(Array.from({ length: 210 }, () => reserve()));
      expect(reserved.filter((share) => share !== null)).toHaveLength(200);
      const share = await shares().get(key);
      const ids = Object.keys(share?.comments ?? {});
      expect(ids).toHaveLength(200);
      const [first = ""] = ids;
      expect(await reserve(first)).not.toBeNull();
      const other = randomUUID();
      await guests().admit(key, other, aGuest(), now);
      expect(await guests().reserveComment(key, { commentId: first, guestId: other, hasVoice: false }, now)).toBeNull();
      await guests().releaseComment(key, first, "guest");
      expect(await reserve()).toMatchObject({ guests: { [guestId]: { name: "Bina" } } });
    });

    it("can restore a comment that they deleted, but no comment that the learner deleted", async () => {
      const { key, reserve } = await anOpenedShare();
      const [ofGuest, ofLearner] = [randomUUID(), randomUUID()];
      for (const id of [ofGuest, ofLearner]) await reserve(id);
      await guests().releaseComment(key, ofGuest, "guest");
      for (let nth = 0; nth < 2; nth += 1) await guests().releaseComment(key, ofLearner, "learner");
      expect(await reserve(ofLearner)).toBeNull();
      expect(await reserve(ofGuest)).not.toBeNull();
      expect(await shares().get(key)).toMatchObject({ deleted_comments: [ofLearner] });
    });

    it("cannot return after they are removed for good, unless 100 guests were removed so before them", async () => {
      const key = await aStoredShare();
      const ids = Array.from({ length: 101 }, () => randomUUID());
      for (const id of ids) {
        await guests().admit(key, id, aGuest(), now);
        await guests().remove(key, id, "for good");
      }
      const [first = "", last = ""] = [ids[0], ids[100]];
      expect((await shares().get(key))?.guests).toEqual({});
      expect(await guests().admit(key, first, aGuest(), now)).toBeNull();
      expect(await guests().admit(key, last, aGuest(), now)).not.toBeNull();
    });

    it("lose a comment that the learner deletes, even after 210 earlier deletions", async () => {
      const { key, reserve } = await anOpenedShare();
      const deleted = Array.from({ length: 210 }, () => randomUUID());
      await Promise.all(deleted.map((id) => guests().releaseComment(key, id, "learner")));
      const last = randomUUID();
      await reserve(last);
      await guests().releaseComment(key, last, "learner");
      const share = await shares().get(key);
      expect([share?.comments, share?.deleted_comments.length]).toEqual([{}, 200]);
    });

    it("have at most 20 comments with a voice, and can add a voice after another voice is removed", async () => {
      const { key, reserve } = await anOpenedShare();
      const ids = Array.from({ length: 25 }, () => randomUUID());
      const reserved = await Promise.all(ids.map((id) => reserve(id, true)));
      expect(reserved.filter((share) => share !== null)).toHaveLength(20);
      const [voiced = ""] = (await shares().get(key))?.voice_comments ?? [];
      expect(await reserve(voiced, true)).not.toBeNull();
      expect(await reserve(voiced, false)).not.toBeNull();
      expect(await reserve(randomUUID(), true)).not.toBeNull();
      expect((await shares().get(key))?.voice_comments).toHaveLength(20);
    });

    it("can add 10 reports to a blocked share, and replace an unsent report after a minute", async () => {
      const key = await aStoredShare();
      await shares().changeState(key, ["open"], "blocked");
      const add = (nth: number, at = now) => reports().add(key, `Reason ${nth}`, at);
      const reasons = async () => (await shares().get(key))?.reports.map(({ reason }) => reason);
      const added = [];
      for (let nth = 1; nth <= 10; nth += 1) added.push(await add(nth));
      expect(await add(11)).toBe("busy");
      const [first, ...others] = added.filter((each) => typeof each === "object");
      for (const each of others) await reports().noteSent(key, each);
      const inAMinute = new Date(now.getTime() + 60_000);
      const again = await add(12, inAMinute);
      expect(await reasons()).toEqual(["Reason 12", ...Array.from({ length: 9 }, (_, nth) => `Reason ${nth + 2}`)]);
      // The first report is replaced, so its late confirmation changes nothing.
      for (const each of first ? [first, first] : []) await reports().noteSent(key, each);
      expect(await add(13, inAMinute)).toBe("busy");
      if (typeof again === "object") await reports().noteSent(key, again);
      expect(await add(13, later(1))).toBe("enough");
      expect(await reports().add({ ...key, shareId: randomUUID() }, "Reason", now)).toBe("enough");
    });

    it("can add 10 of 15 simultaneous reports", async () => {
      const key = await aStoredShare();
      const added = await Promise.all(Array.from({ length: 15 }, (_, nth) => reports().add(key, `${nth}`, now)));
      const positions = added.flatMap((each) => (typeof each === "object" ? [each.position] : []));
      expect(positions.sort()).toEqual(Array.from({ length: 10 }, (_, nth) => nth));
    });

    it("fit into one row with the largest share", async () => {
      const key = await aStoredShare({
        question: "語".repeat(500),
        asker: "語".repeat(60),
        dialogues: Array.from({ length: 6 }, () => ({ ...aShare().dialogues[0], title: "語".repeat(200) })).map(
          (dialogue) => ({ language: "nepali", scenario_id: "a".repeat(64), ...dialogue }),
        ),
        recordings: Array.from({ length: 120 }, (_, nth) => ({
          ...{ dialogue: Math.floor(nth / 20), segment: nth % 20, seconds: 599.123_456_789, bytes: 2_400_000 },
        })),
      });
      const ids = Array.from({ length: 10 }, () => randomUUID());
      for (const id of ids) await guests().admit(key, id, aGuest({ name: "語".repeat(60) }), now);
      const saved = Array.from({ length: 200 }, (_, nth) => ({ commentId: randomUUID(), hasVoice: nth < 20 }));
      const [guestId = ""] = ids;
      await Promise.all(saved.map(() => guests().releaseComment(key, randomUUID(), "learner")));
      await Promise.all(saved.map((comment) => guests().reserveComment(key, { ...comment, guestId }, now)));
      for (let nth = 0; nth < 10; nth += 1) await reports().add(key, "語".repeat(500), now);
      const stored = await shares().get(key);
      expect([Object.keys(stored?.comments ?? {}).length, stored?.deleted_comments.length]).toEqual([200, 200]);
      expect(rowSize({ ...stored })).toBeLessThan(maxRowBytes / 4);
    });
  });

  describe("comments of guests", () => {
    const at = { now, expiresAt: 2_000_000_000 };
    const guestId = randomUUID();

    it("are listed by time, and can be replaced only by their own guest", async () => {
      const key = await aStoredShare();
      const [first, second] = [aComment(), aComment({ text: "Second" })];
      const saved = await comments().save(key, guestId, first, at);
      expect(saved).toEqual({
        ...first,
        ...{ guest_id: guestId, created_at: now.toISOString(), changed_at: now.toISOString() },
      });
      await comments().save(key, guestId, second, { ...at, now: later(1) });
      const changed = await comments().save(key, guestId, { ...first, text: "Changed" }, { ...at, now: later(2) });
      expect(changed).toMatchObject({
        ...{ text: "Changed", created_at: now.toISOString(), changed_at: later(2).toISOString() },
      });
      expect(await comments().save(key, randomUUID(), { ...first, text: "Forged" }, at)).toBeNull();
      expect((await comments().list(key)).map(({ text }) => text)).toEqual(["Changed", "Second"]);
    });

    it("have a received voice until the voice is replaced, refused or removed", async () => {
      const key = await aStoredShare();
      const spoken: NewComment = aComment({ text: "", voice: aVoice() });
      const save = (comment: NewComment) => comments().save(key, guestId, comment, at);
      const isReceived = async () => {
        const stored = await comments().get(key, spoken.comment_id);
        return stored && hasReceivedVoice(stored);
      };
      await save(spoken);
      expect(await isReceived()).toBe(false);
      const record = async ({ voice }: NewComment, outcome: "received" | "refused" = "received") =>
        comments().recordVoice(key, spoken.comment_id, voice?.recording_id ?? "", outcome);
      await record(spoken);
      await save({ ...spoken, text: "With words" });
      expect(await isReceived()).toBe(true);
      const again = { ...spoken, voice: aVoice() };
      await save(again);
      await record(spoken);
      expect(await isReceived()).toBe(false);
      await record(again);
      await record(spoken);
      await record(spoken, "refused");
      expect(await isReceived()).toBe(true);
      await record(again, "refused");
      expect(await isReceived()).toBe(false);
      await save({ ...spoken, text: "In words", voice: null });
      await record(again);
      expect(await isReceived()).toBe(false);
      await comments().remove(key, spoken.comment_id);
      await record(again);
      expect(await comments().get(key, spoken.comment_id)).toBeNull();
    });

    it("are removed by share, without effect on another share", async () => {
      const key = await aStoredShare();
      const other = { ...key, shareId: randomUUID() };
      for (let nth = 0; nth < 30; nth += 1) await comments().save(key, guestId, aComment(), at);
      await comments().save(other, guestId, aComment(), at);
      await comments().removeOf(key);
      expect(await comments().list(key)).toEqual([]);
      expect(await comments().list(other)).toHaveLength(1);
      await shares().removeAll(key.userId);
      expect([await comments().list(other), await shares().get(key)]).toEqual([[], null]);
    });
  });

  describe("the ledger of live shares", () => {
    const entry = (share_id: string, bytes = 1000) => ({ share_id, bytes, ends_at: linkEnd });
    const enterIfBelow = (most: number, userId: string, shareId: string, at = now) =>
      ledger().enter(userId, entry(shareId), at, (live) => {
        const others = live.filter(({ share_id }) => share_id !== shareId);
        if (others.length >= most && others.length === live.length) throw new Error("full");
      });

    it("accepts no more shares than allowed, even if 8 arrive at once", async () => {
      const userId = randomUUID();
      const ids = Array.from({ length: 8 }, () => randomUUID());
      const outcomes = await Promise.allSettled(ids.map((id) => enterIfBelow(3, userId, id)));
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    });

    it("frees a place when a share is removed or its link ends, and counts a repeated share once", async () => {
      const userId = randomUUID();
      for (let nth = 0; nth < 3; nth += 1) await enterIfBelow(1, userId, "first");
      await expect(enterIfBelow(1, userId, "second")).rejects.toThrow("full");
      for (let nth = 0; nth < 2; nth += 1) await ledger().strike(userId, "first", now);
      await enterIfBelow(1, userId, "second");
      await expect(enterIfBelow(1, userId, "third")).rejects.toThrow("full");
      await enterIfBelow(1, userId, "third", new Date(linkEnd));
    });
  });

  describe("emails about feedback", () => {
    it("become due after an hour, and at the earliest a day after the previous email", async () => {
      const userId = randomUUID();
      for (const shareId of ["first", "second"]) await notices().awaitMail(userId, shareId, now);
      const dueAt = later(1).toISOString();
      expect(await notices().get(userId)).toMatchObject({ due_at: dueAt, share_id: "first" });
      expect(await dueIn("mail#2026-11-26")).toContainEqual({ user_id: userId, due_at: dueAt });
      expect(await notices().finishMail(userId, dueAt, later(2))).toBe(true);
      expect(await notices().finishMail(userId, dueAt, later(2))).toBe(false);
      await notices().awaitMail(userId, "second", later(3));
      expect(await notices().get(userId)).toMatchObject({ due_at: later(26).toISOString(), share_id: "second" });
    });

    it("are not scheduled while the learner has turned them off", async () => {
      const userId = randomUUID();
      await notices().awaitMail(userId, "first", now);
      await notices().setWanted(userId, false);
      await notices().awaitMail(userId, "first", now);
      expect(await notices().get(userId)).toMatchObject({ email_off: true });
      expect(await notices().get(userId)).not.toHaveProperty("due_at");
      await notices().setWanted(userId, true);
      await notices().awaitMail(userId, "first", now);
      expect(await notices().get(userId)).toHaveProperty("due_at");
    });
  });

  describe("links", () => {
    it("are found by the hash of their token, and their owner by the share's id", async () => {
      const link = { user_id: randomUUID(), share_id: randomUUID() };
      const hash = hashToken(randomUUID());
      const key = { userId: link.user_id, shareId: link.share_id };
      for (let nth = 0; nth < 2; nth += 1) expect(await links().putOwner(key, 2_000_000_000)).toBe(true);
      await links().put(hash, link, 2_000_000_000);
      expect(await links().find(hash)).toEqual(link);
      expect(await links().find(hashToken("unknown"))).toBeNull();
      expect(await links().findOwner(link.share_id)).toBe(link.user_id);
      expect(await links().findOwner(randomUUID())).toBeNull();
    });

    it("stay unchanged if a teacher or another learner claims their token or share id", async () => {
      const link = { user_id: randomUUID(), share_id: randomUUID() };
      const hash = hashToken(randomUUID());
      await links().putOwner({ userId: link.user_id, shareId: link.share_id }, 2_000_000_000);
      await links().put(hash, link, 2_000_000_000);
      expect(await links().put(hash, { ...link, teacher_id: randomUUID() }, 2_000_000_000)).toBe(false);
      const thief = randomUUID();
      expect(await links().putOwner({ userId: thief, shareId: link.share_id }, 2_000_000_000)).toBe(false);
      expect(await links().put(hash, { ...link, user_id: thief }, 2_000_000_000)).toBe(false);
      expect(await links().find(hash)).toEqual(link);
      expect(await links().findOwner(link.share_id)).toBe(link.user_id);
    });

    it("are removed by share or by learner, without effect on other learners", async () => {
      const userId = randomUUID();
      const [one, other] = [randomUUID(), randomUUID()].map((share_id) => ({ user_id: userId, share_id }));
      const strangers = { user_id: randomUUID(), share_id: one?.share_id ?? "" };
      const hashes = [one, one, other, strangers].map((link) => ({ hash: hashToken(randomUUID()), link }));
      for (const { hash, link } of hashes) if (link) await links().put(hash, link, 2_000_000_000);
      const found = () => Promise.all(hashes.map(async ({ hash }) => (await links().find(hash)) !== null));
      await links().removeOf(userId, one?.share_id);
      expect(await found()).toEqual([false, false, true, true]);
      await links().removeOf(userId);
      expect(await found()).toEqual([false, false, false, true]);
    });

    it("hash their token with SHA-256 in base64url", async () => {
      expect(hashToken("AAAAAAAAAAAAAAAAAAAAAA")).toBe("ilvbTMFRZBJsbvJmjendJA0pnOY5ekLJWpQRuT0IDtg");
    });
  });

  describe("teachers of a learner", () => {
    it("are found until they are removed", async () => {
      const userId = randomUUID();
      const teacher = { teacher_id: randomUUID(), name: "Mina", since: now.toISOString() };
      for (let nth = 0; nth < 2; nth += 1) await teachers().put(userId, teacher);
      expect(await teachers().list(userId)).toEqual([teacher]);
      expect(await teachers().get(userId, teacher.teacher_id)).toEqual(teacher);
      await teachers().remove(userId, teacher.teacher_id);
      expect(await teachers().get(userId, teacher.teacher_id)).toBeNull();
      expect(await teachers().list(userId)).toEqual([]);
    });
  });
}
