import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod";
import { runAsFunction } from "../../../fakes/iam/running-function.ts";
import { handler as expireShares } from "../../../lambdas/schedule/expire-shares.ts";
import { handler as sendFeedbackMail } from "../../../lambdas/schedule/send-feedback-mail.ts";
import { toInboxItem } from "../../../lambdas/sharing/deliver-share.ts";
import { hashToken } from "../../../lambdas/store/share-links.ts";
import { expiryGroup, type ShareKey } from "../../../lambdas/store/share-rows.ts";
import type { Cloud } from "../../../local/cloud.ts";
import { advanceClock } from "../../support/advance-clock.ts";
import { scaledTimeoutMs } from "../../support/limits.ts";
import { captureLog, logLines } from "../support/capture-log.ts";
import { context } from "../support/event.ts";
import { startOwnCloud } from "../support/own-cloud.ts";
import { expectRefused } from "../support/refused.ts";
import { openTables } from "../support/rows.ts";
import { aSharedDialogue, aToken } from "../support/share-builders.ts";
import { anMp3, openShareWorld } from "../support/share-world.ts";
import { aGuest } from "../support/shared-links.ts";

// A separate cloud is necessary, because the tests move the clock.
let cloud: Cloud;
let world: ReturnType<typeof openShareWorld>;
let tables: ReturnType<typeof openTables>;
beforeAll(async () => {
  cloud = await startOwnCloud();
  world = openShareWorld(cloud);
  tables = openTables(cloud.dynamodbUrl);
});
beforeEach(captureLog);
afterAll(() => cloud.close());

const advance = (duration: string) => advanceClock(cloud.webUrl, duration);
const now = () => advance("PT0S");
const mp3 = anMp3();
const recordings = [{ dialogue: 0, segment: 2, seconds: 6.5, bytes: mp3.length }];

describe("the audio of a link", () => {
  const shareRow = async ({ userId, shareId }: ShareKey) =>
    (await tables.rowsOf(userId)).shares.find(({ share_row }) => share_row === `share#${shareId}`);

  /** The share must still be open, because otherwise the check of uploads deletes the file. */
  async function putRecording(key: ShareKey): Promise<string> {
    const name = `${key.shareId}/recording-0-2.mp3`;
    await world.put(name, mp3);
    const received = { received: { "0-2": "received" } };
    await vi.waitFor(async () => expect(await shareRow(key)).toMatchObject(received), scaledTimeoutMs(15_000));
    return name;
  }

  async function expire(key: ShareKey, daysAgo = 0): Promise<void> {
    const link_expires_at = new Date((await now()).getTime() - daysAgo * 86_400_000 - 1000).toISOString();
    const due = { due_at: link_expires_at, due_group: expiryGroup(link_expires_at) };
    await tables.put("shares", { ...(await shareRow(key)), link_expires_at, ...due });
  }

  async function anExpiredShare(daysAgo?: number) {
    const key = await world.share({ recordings }, await now());
    const name = await putRecording(key);
    await expire(key, daysAgo);
    expect((await world.stored(name))?.length).toBe(mp3.length);
    return { key, name };
  }

  test("is deleted after the link's end, but not a day before the end", async () => {
    const key = await world.share({ recordings }, await now());
    const name = `${key.shareId}/recording-0-2.mp3`;
    await world.put(name, mp3);
    await advance("P6D");
    await cloud.settle();
    expect((await world.stored(name))?.length).toBe(mp3.length);
    await advance("P1DT2H");
    await cloud.settle();
    expect(await world.stored(name)).toBeNull();
    expect(await world.dueGroups(key.userId)).toEqual([]);
    expect((await world.shares.get(key))?.state).toBe("open");
  });

  test("is deleted even if the link expired four weeks before the run", async () => {
    const { key, name } = await anExpiredShare(28);
    await runAsFunction("schedule/expire-shares", expireShares)({}, context);
    expect(await world.stored(name)).toBeNull();
    expect(await world.dueGroups(key.userId)).toEqual([]);
  });

  test("is deleted in one run with the share's entries in the learner's allowance and the teacher's inbox", async () => {
    const at = await now();
    const { key, name } = await anExpiredShare();
    const ends_at = new Date(at.getTime() + 86_400_000).toISOString();
    const live = { share_id: key.shareId, bytes: mp3.length, ends_at };
    await world.ledger.enter(key.userId, live, at, () => undefined);
    const teacher = randomUUID();
    await world.shares.addTeacher(key, teacher);
    await tables.put("inboxes", { user_id: teacher, inbox_row: `share#${key.shareId}` });
    await runAsFunction("schedule/expire-shares", expireShares)({}, context);
    expect(await world.stored(name)).toBeNull();
    expect((await tables.rowsOf(teacher)).inboxes).toEqual([]);
    const counted: string[] = [];
    await world.ledger.enter(key.userId, { ...live, share_id: randomUUID() }, at, (others) => {
      counted.push(...others.map(({ share_id }) => share_id));
    });
    expect(counted).not.toContain(key.shareId);
  });

  test("is deleted in one run, and a second run deletes nothing", async () => {
    const { name } = await anExpiredShare();
    const other = await putRecording(await world.share({ recordings }, await now()));
    const run = runAsFunction("schedule/expire-shares", expireShares);
    expect(await run({}, context)).toMatchObject({ done: 1, failed: 0, finished: true });
    expect(await world.stored(name)).toBeNull();
    expect(await run({}, context)).toMatchObject({ done: 0, failed: 0, finished: true });
    expect((await world.stored(other))?.length).toBe(mp3.length);
  });
});

describe("a teacher's link to an expired share", () => {
  const rowExpiry = 2_000_000_000;

  async function anExpiredShare() {
    const link_expires_at = new Date((await now()).getTime() - 1000).toISOString();
    const key = await world.share({ recordings, link_expires_at });
    const share = await world.shares.get(key);
    if (!share) throw new Error("There is no share");
    const [teacher, token] = [randomUUID(), aToken()];
    const link_hash = hashToken(token);
    const link = { user_id: key.userId, share_id: key.shareId, teacher_id: teacher };
    await world.links.put(link_hash, link, rowExpiry);
    await world.shares.addTeacher(key, teacher);
    const teacherRow = { user_id: key.userId, share_row: `teacher#${teacher}` };
    await tables.put("shares", { ...teacherRow, name: "Mina", since: link_expires_at });
    const inboxRow = { user_id: teacher, inbox_row: `share#${key.shareId}`, link_expires_at, link_hash };
    await tables.put("inboxes", { ...toInboxItem(key, share), ...inboxRow, expires_at: rowExpiry });
    return { teacher, mina: aGuest(token, "Mina", cloud.apiUrl) };
  }

  test("reports the expiry before and after the share is removed from the inbox", async () => {
    const { teacher, mina } = await anExpiredShare();
    expectRefused(await mina.refused("open-share"), "link_expired");
    await runAsFunction("schedule/expire-shares", expireShares)({}, context);
    expect((await tables.rowsOf(teacher)).inboxes).toEqual([]);
    expectRefused(await mina.refused("open-share"), "link_expired");
  });
});

describe("the email about feedback", () => {
  const Mails = z.array(z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() }));
  const mailsTo = async (email: string) =>
    Mails.parse(await (await fetch(`${cloud.webUrl}/local/inbox.json?to=${encodeURIComponent(email)}`)).json());

  async function aLearner(share: Parameters<typeof world.share>[0] = { recordings }) {
    const key = await world.share(share, await now());
    const email = `${key.userId}@example.com`;
    await tables.put("profiles", { id: key.userId, full_name: "Asha", email, language_preference: null });
    return { key, email };
  }
  const waitAnHour = async () => {
    await advance("PT2H");
    await cloud.settle();
  };

  test("names the dialogue but not the question, and links to the feedback and the profile", async () => {
    const { key, email } = await aLearner();
    await world.notices.awaitMail(key.userId, key.shareId, await now());
    await waitAnHour();
    const [mail, ...others] = await mailsTo(email);
    expect(others).toEqual([]);
    expect(mail?.subject).toBe('Feedback on "At the counter" has arrived');
    expect(mail?.text).toContain(`${cloud.webUrl}/feedback/${key.shareId}`);
    expect(mail?.text).toContain(`${cloud.webUrl}/profile`);
    expect(mail?.text).not.toContain("Is it too slow?");
  });

  test("does not name a dialogue of which no recording is shared", async () => {
    const dialogues = [aSharedDialogue(), aSharedDialogue({ scenario_id: "example-2", title: "At the bank" })];
    const { key, email } = await aLearner({ dialogues, recordings });
    await world.notices.awaitMail(key.userId, key.shareId, await now());
    await waitAnHour();
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toBe('Feedback on "At the counter" has arrived');
    expect(mail?.text).not.toContain("At the bank");
  });

  test("is sent at most once a day", async () => {
    const { key, email } = await aLearner();
    for (const hours of [0, 3, 6]) {
      await world.notices.awaitMail(key.userId, key.shareId, await now());
      await waitAnHour();
      expect([hours, (await mailsTo(email)).length]).toEqual([hours, 1]);
    }
    await advance("P1D");
    await cloud.settle();
    expect(await mailsTo(email)).toHaveLength(2);
  });

  test("is not sent after the learner has turned it off", async () => {
    const { key, email } = await aLearner();
    await world.notices.awaitMail(key.userId, key.shareId, await now());
    await world.notices.setWanted(key.userId, false);
    await waitAnHour();
    await world.notices.awaitMail(key.userId, key.shareId, await now());
    await waitAnHour();
    expect(await mailsTo(email)).toEqual([]);
  });

  test("is not sent for a missing share, but is sent for the next share", async () => {
    const { key, email } = await aLearner();
    await world.notices.awaitMail(key.userId, randomUUID(), await now());
    await waitAnHour();
    expect(await mailsTo(email)).toEqual([]);
    await world.notices.awaitMail(key.userId, key.shareId, await now());
    await waitAnHour();
    expect(await mailsTo(email)).toHaveLength(1);
  });

  test("stays due with a logged error if SES refuses it, and a later run sends it", async () => {
    const { key } = await aLearner();
    // The fake of SES refuses an address without a domain, as SES does.
    const profile = { id: key.userId, full_name: "Asha", language_preference: null };
    await tables.put("profiles", { ...profile, email: "not an address" });
    await world.notices.awaitMail(key.userId, key.shareId, await now());
    await waitAnHour();
    expect(logLines()).toContainEqual(expect.objectContaining({ message: "feedback mail not sent", level: "ERROR" }));
    expect(JSON.stringify(logLines())).not.toContain("not an address");
    expect((await world.notices.get(key.userId))?.due_at).toBeDefined();
    const email = `${key.userId}@example.com`;
    await tables.put("profiles", { ...profile, email });
    await runAsFunction("schedule/send-feedback-mail", sendFeedbackMail)({}, context);
    expect(await mailsTo(email)).toHaveLength(1);
  });

  describe("to several learners", () => {
    const run = () => runAsFunction("schedule/send-feedback-mail", sendFeedbackMail)({}, context);
    const dueUsers: string[] = [];

    async function makeDue(count: number, address?: "not an address") {
      for (let nth = 0; nth < count; nth += 1) {
        const { key, email } = await aLearner();
        const profile = { id: key.userId, full_name: "Asha", language_preference: null };
        await tables.put("profiles", { ...profile, email: address ?? email });
        await world.notices.awaitMail(key.userId, key.shareId, new Date((await now()).getTime() - 7_200_000));
        dueUsers.push(key.userId);
      }
    }

    afterEach(async () => {
      for (const userId of dueUsers.splice(0)) {
        await world.notices.cancelMail(userId, (await world.notices.get(userId))?.due_at ?? "");
      }
      expect(await run()).toMatchObject({ done: 0, failed: 0 });
    });

    test("makes the run fail if SES refuses three of three emails, but not if SES refuses two of two", async () => {
      await makeDue(2, "not an address");
      expect(await run()).toMatchObject({ done: 0, failed: 2 });
      await makeDue(1, "not an address");
      await expect(run()).rejects.toThrow("3 emails about feedback could not be sent");
    });

    test("makes the run fail if SES refuses three emails and accepts two, but not if SES accepts three", async () => {
      await makeDue(3, "not an address");
      await makeDue(3);
      expect(await run()).toMatchObject({ done: 3, failed: 3 });
      // The refused emails are due again.
      await makeDue(2);
      await expect(run()).rejects.toThrow("3 emails about feedback could not be sent");
    });
  });
});
