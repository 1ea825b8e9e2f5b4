/* Attacks on the upload forms of S3. The requirements are in the threat model: docs/threats.md */
import { randomUUID } from "node:crypto";
import { createPresignedPost } from "@aws-sdk/s3-presigned-post";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as z from "zod/mini";
import { guestRoutes } from "../../../domain/sharing/guest-routes.ts";
import type { Cloud } from "../../../local/cloud.ts";
import { sharedAudioBucket } from "../../../local/cloud-settings.ts";
import { startOwnCloud } from "../support/own-cloud.ts";
import { aComment, aVoice } from "../support/share-builders.ts";
import { mp3, openTargets, sendForm } from "../support/share-target.ts";
import { aVideo } from "../support/share-world.ts";

// A separate cloud is necessary, because the tests wait until all of its events are handled.
let cloud: Cloud;
let targets: ReturnType<typeof openTargets>;
beforeAll(async () => {
  cloud = await startOwnCloud();
  targets = openTargets(cloud);
});
afterAll(() => cloud.close());

const policyOf = (fields: Record<string, string>) =>
  JSON.parse(Buffer.from(fields["Policy"] ?? "", "base64").toString());

test("an upload form with an altered or added field, or with another address, stores no file", async () => {
  const { form, key, share } = await targets.aTarget();
  const policy = policyOf(form.fields);
  const encode = (altered: object) => Buffer.from(JSON.stringify({ ...policy, ...altered })).toString("base64");
  const other = `${randomUUID()}/recording-0-0.mp3`;
  const attacks: Record<string, string>[] = [
    { Policy: encode({ expiration: "2099-01-01T00:00:00Z" }) },
    { Policy: encode({ conditions: [["starts-with", "$key", ""]] }) },
    { key: other },
    { "Content-Type": "video/mp4" },
    { acl: "public-read" },
    { "x-amz-meta-note": "more" },
    { "X-Amz-Signature": "0".repeat(64) },
  ];
  for (const fields of attacks) expect([fields, await sendForm(form, mp3, fields)]).toEqual([fields, 403]);
  expect(await sendForm({ ...form, url: `${new URL(form.url).origin}/another-bucket` }, mp3)).not.toBe(204);
  await cloud.settle();
  expect([await targets.stored(key), await targets.stored(other), (await share())?.received]).toEqual([null, null, {}]);
});

test("an upload form of one share stores no file in another share", async () => {
  const [own, victim] = [await targets.aTarget(), await targets.aTarget()];
  expect(await sendForm(own.form, mp3, { key: victim.key })).toBe(403);
  await cloud.settle();
  expect([await targets.stored(victim.key), (await victim.share())?.received]).toEqual([null, {}]);
});

test("an upload form expires within five minutes, and an expired form stores no file", async () => {
  const { form, key } = await targets.aTarget();
  const lifetime = Date.parse(policyOf(form.fields).expiration) - Date.now();
  expect(lifetime).toBeGreaterThan(0);
  expect(lifetime).toBeLessThanOrEqual(300_000);
  const expired = await createPresignedPost(targets.s3, {
    ...{ Bucket: sharedAudioBucket, Key: key, Fields: { "Content-Type": "audio/mpeg" }, Expires: -1 },
    Conditions: [["content-length-range", mp3.length, mp3.length]],
  });
  expect(await sendForm(expired, mp3)).toBe(403);
  expect(await targets.stored(key)).toBeNull();
});

test("a file is not stored if its size differs from the signed size", async () => {
  const { form, key } = await targets.aTarget();
  for (const file of [Buffer.concat([mp3, mp3]), mp3.subarray(1), Buffer.alloc(0)]) {
    expect([file.length, await sendForm(form, file)]).toEqual([file.length, 400]);
  }
  expect(await targets.stored(key)).toBeNull();
});

test("a video that is uploaded as audio is deleted and not shown to guests", async () => {
  const { form, key, guest, share } = await targets.aTarget();
  expect(await sendForm(form, aVideo(mp3.length))).toBe(204);
  await cloud.settle();
  expect([await targets.stored(key), (await share())?.received]).toEqual([null, { "0-0": "refused" }]);
  expect((await targets.call("open-share", guest())).body).toMatchObject({ recordings: [{ url: null }] });
});

test("a video that is uploaded as a voice comment is deleted, and the comment's text remains", async () => {
  const { guest, learner, params } = await targets.aTarget();
  const written = aComment({ voice: aVoice(mp3.length), text: "Listen" });
  const { body } = await targets.comment(guest(), written);
  const { upload } = z.parse(guestRoutes["save-guest-comment"].response, body);
  if (!upload) throw new Error("There is no form");
  expect(await sendForm(upload, aVideo(mp3.length))).toBe(204);
  await cloud.settle();
  expect(await targets.stored(upload.fields["key"] ?? "")).toBeNull();
  const { comments } = await learner.ask("get-share", { params });
  expect(comments).toMatchObject([{ text: "Listen", voice_url: null }]);
});

test("an upload after the revocation of the link leaves no file", async () => {
  const { form, key, learner, params } = await targets.aTarget();
  await learner.ask("revoke-share", { params });
  await sendForm(form, mp3);
  await cloud.settle();
  expect(await targets.stored(key)).toBeNull();
});
