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

describe("playFrom", () => {
  test("starts a file at a moment as soon as its duration is known", async () => {
    const { player, toggle, isStarted } = await open();
    toggle.playFrom("one", 3);
    await isStarted();
    expect([player.heard, player.soughtTo]).toEqual([files["one"], undefined]);
    player.progress(0, 12);
    expect(player.soughtTo).toBe(3 / 12);
  });

  test("does not move a file that started at its beginning", async () => {
    const { player, toggle, isStarted } = await open();
    toggle.toggle("one");
    await isStarted();
    player.progress(1, 12);
    expect([player.soughtTo, toggle.secondsIn("one")]).toEqual([undefined, 1]);
  });

  test("moves and resumes the paused file without starting it again", async () => {
    const { player, toggle, isStarted } = await open();
    toggle.toggle("one");
    await isStarted();
    player.progress(2, 8);
    toggle.pause();
    toggle.playFrom("one", 6);
    expect([player.soughtTo, toggle.position.get().state, player.begun.length]).toEqual([6 / 8, "playing", 1]);
  });

  test("switches from another file", async () => {
    const { player, toggle, isStarted } = await open();
    toggle.toggle("one");
    await isStarted();
    player.progress(2, 8);
    toggle.playFrom("other", 1);
    await vi.waitUntil(() => player.heard === files["other"]);
    player.progress(0, 4);
    expect(player.soughtTo).toBe(1 / 4);
  });

  test("stays at the end if the moment is after the end", async () => {
    const { player, toggle, isStarted } = await open();
    toggle.playFrom("one", 99);
    await isStarted();
    player.progress(0, 12);
    expect(player.soughtTo).toBe(1);
  });
});
