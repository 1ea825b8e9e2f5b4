import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runAsFunction } from "../../../fakes/iam/running-function.ts";
import { handler } from "../../../lambdas/events/check-shared-audio.ts";
import type { ShareKey } from "../../../lambdas/store/share-rows.ts";
import type { Cloud } from "../../../local/cloud.ts";
import { captureLog, logLines } from "../support/capture-log.ts";
import { context } from "../support/event.ts";
import { startOwnCloud } from "../support/own-cloud.ts";
import { aComment, aVoice } from "../support/share-builders.ts";
import { anMp3, aVideo, openShareWorld } from "../support/share-world.ts";

let cloud: Cloud;
let world: ReturnType<typeof openShareWorld>;
beforeAll(async () => {
  cloud = await startOwnCloud();
  world = openShareWorld(cloud);
});
beforeEach(captureLog);
afterAll(() => cloud.close());

const mp3 = anMp3();
const recordings = [{ dialogue: 0, segment: 2, seconds: 6.5, bytes: mp3.length }];
const keyOf = ({ shareId }: ShareKey) => `${shareId}/recording-0-2.mp3`;
const receivedOf = async (key: ShareKey) => (await world.shares.get(key))?.received;
const countOf = (message: string) => logLines().filter((line) => JSON.stringify(line).includes(`"${message}"`)).length;

const check = runAsFunction("events/check-shared-audio", handler);
const sendEvent = (key: string) => check({ detail: { object: { key } } }, context);

async function aSharedRecording(): Promise<ShareKey> {
  const key = await world.share({ recordings });
  expect(await world.upload(keyOf(key), mp3)).toBe(204);
  await cloud.settle();
  return key;
}

describe("an uploaded recording", () => {
  test("is kept and marked as received", async () => {
    const key = await aSharedRecording();
    expect(await receivedOf(key)).toEqual({ "0-2": "received" });
    expect((await world.stored(keyOf(key)))?.equals(mp3)).toBe(true);
    expect(countOf("upload refused")).toBe(0);
  });

  test("is deleted and marked as refused if its content is a video", async () => {
    const key = await world.share({ recordings });
    expect(await world.upload(keyOf(key), aVideo(mp3.length))).toBe(204);
    await cloud.settle();
    expect(await world.stored(keyOf(key))).toBeNull();
    expect(await receivedOf(key)).toEqual({ "0-2": "refused" });
    expect(countOf("upload refused")).toBe(1);
  });

  test("is marked as received when a correct file follows a refused file", async () => {
    const key = await world.share({ recordings });
    await world.upload(keyOf(key), aVideo(mp3.length));
    await cloud.settle();
    await world.upload(keyOf(key), mp3);
    await cloud.settle();
    expect(await receivedOf(key)).toEqual({ "0-2": "received" });
  });

  test("is deleted and marked as refused when a video replaces the recording", async () => {
    const key = await aSharedRecording();
    await world.upload(keyOf(key), aVideo(mp3.length));
    await cloud.settle();
    expect(await receivedOf(key)).toEqual({ "0-2": "refused" });
    expect(await world.stored(keyOf(key))).toBeNull();
  });

  test("is not stored if it is larger than the signed size", async () => {
    const key = await world.share({ recordings });
    expect(await world.upload(keyOf(key), Buffer.concat([mp3, mp3]), mp3.length)).toBe(400);
    await cloud.settle();
    expect([await world.stored(keyOf(key)), await receivedOf(key)]).toEqual([null, {}]);
  });

  test.each([
    ["larger", Buffer.concat([mp3, mp3])],
    ["smaller", mp3.subarray(0, 8000)],
  ])("is deleted if it is %s than the learner stated", async (_, file) => {
    const key = await world.share({ recordings });
    await world.put(keyOf(key), file);
    await cloud.settle();
    expect([await world.stored(keyOf(key)), await receivedOf(key)]).toEqual([null, { "0-2": "refused" }]);
  });

  test.each(["revoked", "taken-down"] as const)("is deleted if the link was %s before the upload", async (state) => {
    const key = await world.share({ recordings });
    await world.shares.changeState(key, ["open"], state);
    await world.upload(keyOf(key), mp3);
    await cloud.settle();
    expect([await world.stored(keyOf(key)), await receivedOf(key)]).toEqual([null, { "0-2": "refused" }]);
  });

  test("is deleted if the link has expired", async () => {
    const key = await world.share({ recordings, link_expires_at: new Date(Date.now() - 1000).toISOString() });
    await world.upload(keyOf(key), mp3);
    await cloud.settle();
    expect(await world.stored(keyOf(key))).toBeNull();
  });

  test("is marked as received while the link is blocked", async () => {
    const key = await world.share({ recordings });
    await world.shares.changeState(key, ["open"], "blocked");
    await world.upload(keyOf(key), mp3);
    await cloud.settle();
    expect(await receivedOf(key)).toEqual({ "0-2": "received" });
  });

  test("is deleted if no share contains the recording", async () => {
    const key = await world.share({ recordings });
    const other = `${key.shareId}/recording-0-1.mp3`;
    const gone = `${randomUUID()}/recording-0-2.mp3`;
    const names = [other, gone, "elsewhere/file.mp3"];
    for (const name of names) expect([name, await world.upload(name, mp3)]).toEqual([name, 204]);
    await cloud.settle();
    for (const name of names) expect([name, await world.stored(name)]).toEqual([name, null]);
    expect(await receivedOf(key)).toEqual({});
  });
});

describe("a repeated or late event", () => {
  test("changes nothing if a received recording is still stored", async () => {
    const key = await aSharedRecording();
    const before = await world.shares.get(key);
    await sendEvent(keyOf(key));
    await cloud.settle();
    expect(await world.shares.get(key)).toEqual(before);
    expect((await world.stored(keyOf(key)))?.length).toBe(mp3.length);
  });

  test("changes nothing if a refused recording is already deleted", async () => {
    const key = await world.share({ recordings });
    await world.upload(keyOf(key), aVideo(mp3.length));
    await cloud.settle();
    await sendEvent(keyOf(key));
    expect(await receivedOf(key)).toEqual({ "0-2": "refused" });
    expect(countOf("upload refused")).toBe(1);
  });

  test("marks a received recording as refused if its file is missing", async () => {
    const key = await aSharedRecording();
    await world.remove(keyOf(key));
    await sendEvent(keyOf(key));
    expect(await receivedOf(key)).toEqual({ "0-2": "refused" });
  });

  test("keeps a correct file that has replaced an incorrect file", async () => {
    const key = await world.share({ recordings });
    await Promise.all([world.upload(keyOf(key), aVideo(mp3.length)), world.upload(keyOf(key), aVideo(mp3.length))]);
    await world.upload(keyOf(key), mp3);
    await cloud.settle();
    await sendEvent(keyOf(key));
    expect(await receivedOf(key)).toEqual({ "0-2": "received" });
    expect((await world.stored(keyOf(key)))?.equals(mp3)).toBe(true);
  });
});

describe("the uploaded audio of a voice comment", () => {
  const anExpectedVoice = async () => {
    const key = await world.share({ recordings });
    const [guestId, voice] = [randomUUID(), aVoice(mp3.length)];
    const comment = aComment({ voice, text: "" });
    const { comment_id: id } = comment;
    const save = (changed: typeof comment) =>
      world.comments.save(key, guestId, changed, { now: new Date(), expiresAt: 4_000_000_000 });
    await save(comment);
    const nameOf = ({ recording_id }: typeof voice) => `${key.shareId}/voice-${id}-${recording_id}.mp3`;
    return {
      key,
      id,
      voice,
      name: nameOf(voice),
      nameOf,
      replace: (by: typeof voice) => save({ ...comment, voice: by }),
    };
  };

  test("is marked as received", async () => {
    const { key, id, voice, name } = await anExpectedVoice();
    await world.upload(name, mp3);
    await cloud.settle();
    expect(await world.comments.get(key, id)).toMatchObject({ received_voice: voice.recording_id });
  });

  test("is deleted, and not marked as received, if the guest recorded the comment again", async () => {
    const { key, id, name, nameOf, replace } = await anExpectedVoice();
    const again = aVoice(mp3.length);
    await replace(again);
    await world.upload(name, mp3);
    await cloud.settle();
    expect([await world.stored(name), (await world.comments.get(key, id))?.received_voice]).toEqual([null, undefined]);
    await world.upload(nameOf(again), mp3);
    await cloud.settle();
    await world.upload(name, aVideo(mp3.length));
    await cloud.settle();
    expect(await world.comments.get(key, id)).toMatchObject({ received_voice: again.recording_id });
  });

  test("is deleted, and no longer marked as received, if a video replaces the audio", async () => {
    const { key, id, voice, name } = await anExpectedVoice();
    await world.upload(name, mp3);
    await cloud.settle();
    expect((await world.comments.get(key, id))?.received_voice).toBe(voice.recording_id);
    await world.upload(name, aVideo(mp3.length));
    await cloud.settle();
    expect(await world.stored(name)).toBeNull();
    expect((await world.comments.get(key, id))?.received_voice).toBeUndefined();
  });

  test("is deleted if the comment was deleted", async () => {
    const { key, id, name } = await anExpectedVoice();
    await world.comments.remove(key, id);
    await world.upload(name, mp3);
    await cloud.settle();
    expect([await world.stored(name), await world.comments.get(key, id)]).toEqual([null, null]);
  });
});

test("the log of a refused file contains neither the file's key nor the learner's name", async () => {
  const key = await world.share({ recordings });
  await world.upload(keyOf(key), aVideo(mp3.length));
  await cloud.settle();
  expect(JSON.stringify(logLines())).not.toMatch(new RegExp(`${key.shareId}/|Asha`));
  expect(logLines()).toContainEqual(expect.objectContaining({ message: "upload refused", fault: "wrong type" }));
});
