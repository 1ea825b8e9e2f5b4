import { describe, expect, it, vi } from "vitest";
import type { PracticeAudio } from "../../../../domain/practice/practice.ts";
import type { EncodedAudio } from "../../../../web/src/audio/player.ts";
import { createSheetPlayer } from "../../../../web/src/features/exam/sheet/sheet-player.ts";
import { FakePlayer } from "../../audio/fake-player.ts";

const sounds: Record<PracticeAudio, EncodedAudio> = {
  original: { data: new ArrayBuffer(1), type: "audio/mpeg" },
  own: { data: new ArrayBuffer(2), type: "audio/wav" },
  translation: { data: new ArrayBuffer(3), type: "audio/mpeg" },
};

async function open() {
  const player = new FakePlayer();
  const failed = vi.fn();
  const sheet = createSheetPlayer(player, failed);
  sheet.open(async (audio) => sounds[audio]);
  const state = () => [sheet.position.get().audio, sheet.position.get().state];
  const play = async (audio: PracticeAudio) => {
    sheet.toggle(audio);
    await vi.waitUntil(() => sheet.position.get().state !== "loading");
  };
  return { player, sheet, failed, state, play };
}

describe("the audio of a segment", () => {
  it("is played, paused and resumed by repeated calls of toggle()", async () => {
    const { player, sheet, state, play } = await open();
    await play("own");
    expect([player.heard, state()]).toEqual([sounds.own, ["own", "playing"]]);
    sheet.toggle("own");
    expect([player.isPaused, state()]).toEqual([true, ["own", "paused"]]);
    sheet.toggle("own");
    expect([player.isPaused, state(), player.begun.length]).toEqual([false, ["own", "playing"], 1]);
  });

  it("is replaced when another file of the segment starts", async () => {
    const { player, state, play } = await open();
    await play("own");
    await play("original");
    expect([player.heard, state()]).toEqual([sounds.original, ["original", "playing"]]);
  });

  it("does not start if another segment opens while the audio loads", async () => {
    const { player, sheet, state } = await open();
    sheet.toggle("translation");
    sheet.open(async () => null);
    await new Promise((resolve) => setImmediate(resolve));
    expect([player.begun, state()]).toEqual([[], [null, "idle"]]);
  });

  it("becomes idle again without an error if the file is missing", async () => {
    const { sheet, state, play, failed } = await open();
    sheet.open(async () => null);
    await play("own");
    expect([state(), failed.mock.calls]).toEqual([[null, "idle"], []]);
  });

  it("is reported as failed if its file cannot be played", async () => {
    const { player, state, play, failed } = await open();
    player.refusals.set(sounds.own, "undecodable");
    await play("own");
    expect([state(), failed.mock.calls]).toEqual([[null, "idle"], [["own"]]]);
  });
});

describe("the sheet player", () => {
  it("returns the position in the recording, even after other audio has started", async () => {
    const { player, sheet, play } = await open();
    await play("own");
    player.progress(3.25, 10);
    expect(sheet.moment()).toBe(3.25);
    player.progress(10, 10);
    player.end(0);
    await play("original");
    player.progress(1, 4);
    expect(sheet.moment()).toBe(10);
  });

  it("returns the position zero after another segment opens", async () => {
    const { player, sheet, play } = await open();
    await play("own");
    player.progress(3, 10);
    sheet.open(async (audio) => sounds[audio]);
    expect(sheet.moment()).toBe(0);
  });

  it("resumes a paused recording with resumeRecording, but not other paused audio", async () => {
    const { player, sheet, state, play } = await open();
    await play("own");
    expect([sheet.pause(), player.isPaused]).toEqual([true, true]);
    sheet.resumeRecording();
    expect(state()).toEqual(["own", "playing"]);
    await play("original");
    expect(sheet.pause()).toBe(false);
    sheet.resumeRecording();
    expect(state()).toEqual(["original", "paused"]);
  });
});

it("the sheet player skips only in audio that has started, and not beyond its start or end", async () => {
  const { player, sheet, play } = await open();
  sheet.skip(2);
  expect(player.soughtTo).toBeUndefined();
  await play("own");
  player.progress(5, 10);
  sheet.skip(2);
  expect(player.soughtTo).toBeCloseTo(0.7);
  sheet.skip(-20);
  expect(player.soughtTo).toBe(0);
  sheet.skip(20);
  expect(player.soughtTo).toBe(1);
});
