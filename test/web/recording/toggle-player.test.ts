import { describe, expect, test, vi } from "vitest";
import type { EncodedAudio } from "../../../web/src/audio/player.ts";
import { createTogglePlayer } from "../../../web/src/features/recording/toggle-player.ts";
import { FakePlayer } from "../audio/fake-player.ts";

const files: Record<string, EncodedAudio> = {
  one: { data: new ArrayBuffer(1), type: "audio/mpeg" },
  other: { data: new ArrayBuffer(2), type: "audio/mpeg" },
};

async function open() {
  const player = new FakePlayer();
  const toggle = createTogglePlayer<string>(player, vi.fn());
  toggle.open(async (audio) => files[audio] ?? null);
  const isStarted = () => vi.waitUntil(() => toggle.position.get().state === "playing");
  return { player, toggle, isStarted };
}

describe("the toggle player", () => {
  test("seeks to the requested moment as soon as the file's duration is known", async () => {
    const { player, toggle, isStarted } = await open();
    toggle.playFrom("one", 3);
    await isStarted();
    expect([player.heard, player.soughtTo]).toEqual([files["one"], undefined]);
    player.progress(0, 12);
    expect(player.soughtTo).toBe(3 / 12);
  });

  test("does not seek if a file starts without a requested moment", async () => {
    const { player, toggle, isStarted } = await open();
    toggle.toggle("one");
    await isStarted();
    player.progress(1, 12);
    expect([player.soughtTo, toggle.secondsIn("one")]).toEqual([undefined, 1]);
  });

  test("seeks in the paused file and resumes it without a restart", async () => {
    const { player, toggle, isStarted } = await open();
    toggle.toggle("one");
    await isStarted();
    player.progress(2, 8);
    toggle.pause();
    toggle.playFrom("one", 6);
    expect([player.soughtTo, toggle.position.get().state, player.begun.length]).toEqual([6 / 8, "playing", 1]);
  });

  test("seeks in the requested file after another file was playing", async () => {
    const { player, toggle, isStarted } = await open();
    toggle.toggle("one");
    await isStarted();
    player.progress(2, 8);
    toggle.playFrom("other", 1);
    await vi.waitUntil(() => player.heard === files["other"]);
    player.progress(0, 4);
    expect(player.soughtTo).toBe(1 / 4);
  });

  test("seeks to the end if the requested moment is after the end", async () => {
    const { player, toggle, isStarted } = await open();
    toggle.playFrom("one", 99);
    await isStarted();
    player.progress(0, 12);
    expect(player.soughtTo).toBe(1);
  });
});
