import { expect, test, vi } from "vitest";
import type { NewComment } from "../../../domain/sharing/share-comment.ts";
import { scaledTimeoutMs } from "../../support/limits.ts";
import { aComment, aVoice } from "../support/share-builders.ts";
import { type aGuest, aSharer, upload } from "../support/shared-links.ts";

async function speak(guest: ReturnType<typeof aGuest>, spoken: NewComment) {
  const { upload: form } = await guest.comment(spoken);
  if (!form) throw new Error("There is no form");
  expect(await upload(form, 8001)).toBe(400);
  expect(await upload(form, 8000)).toBe(204);
  return vi.waitFor(async () => {
    const saved = await guest.comment(spoken);
    expect(saved.upload).toBeNull();
    return saved;
  }, scaledTimeoutMs(15_000));
}

test("save-guest-comment returns an upload form for the voice, and the voice's URL after the upload", async () => {
  const { guest, shown } = await aSharer();
  const bina = guest();
  const spoken = aComment({ text: "", voice: aVoice() });
  const again = await speak(bina, spoken);
  expect((await fetch(again.comment.voice_url ?? "")).status).toBe(200);
  const { comments } = await shown();
  expect((await fetch(comments[0]?.voice_url ?? "")).status).toBe(200);
  await bina.comment({ ...spoken, text: "In words", voice: null });
  expect((await fetch(again.comment.voice_url ?? "")).status).toBe(404);
});

test("a voice comment that is recorded again gets a new upload form, and the former audio is deleted", async () => {
  const { guest, shown } = await aSharer();
  const bina = guest();
  const spoken = aComment({ voice: aVoice() });
  const former = await speak(bina, spoken);
  const again = await bina.comment({ ...spoken, voice: aVoice() });
  expect([again.upload, again.comment.voice_url]).toEqual([expect.anything(), null]);
  expect((await shown()).comments).toMatchObject([{ voice_url: null }]);
  expect((await fetch(former.comment.voice_url ?? "")).status).toBe(404);
});

test("a comment whose voice was removed gets an upload form for a new voice", async () => {
  const { guest } = await aSharer();
  const bina = guest();
  const spoken = aComment({ voice: aVoice() });
  await speak(bina, spoken);
  await bina.comment({ ...spoken, voice: null });
  const { comment, upload: form } = await bina.comment({ ...spoken, voice: aVoice() });
  expect([form, comment.voice_url]).toEqual([expect.anything(), null]);
});

test("a guest sees that a voice file was refused, until a valid file arrives", async () => {
  const { guest } = await aSharer();
  const bina = guest();
  const spoken = aComment({ text: "", voice: aVoice() });
  const isRefused = async () => (await bina.open()).guest?.comments.map(({ is_voice_refused }) => is_voice_refused);
  const { comment, upload: form } = await bina.comment(spoken);
  if (!form) throw new Error("There is no form");
  expect([comment.is_voice_refused, await isRefused()]).toEqual([false, [false]]);
  expect(await upload(form, 8000, new Uint8Array(8000))).toBe(204);
  await vi.waitFor(async () => expect(await isRefused()).toEqual([true]), scaledTimeoutMs(15_000));
  expect(await upload(form, 8000)).toBe(204);
  await vi.waitFor(async () => expect(await isRefused()).toEqual([false]), scaledTimeoutMs(15_000));
});
