import { describe, expect, it, vi } from "vitest";
import type { EncodedAudio } from "../../../web/src/audio/player.ts";
import { createLatestActionGuard, createSoundPlayer } from "../../../web/src/features/recording/sound-player.ts";
import { FakePlayer } from "../audio/fake-player.ts";

const aSound = (): EncodedAudio => ({ data: new ArrayBuffer(1), type: "audio/mpeg" });

function open() {
  const player = new FakePlayer();
  const turns = createLatestActionGuard();
  const sounds = createSoundPlayer(player, turns);
  const reports: string[] = [];
  const play = (name: string, load: () => Promise<EncodedAudio | null> = async () => aSound()) =>
    sounds.play({
      load,
      onStarted: () => reports.push(`${name} started`),
      onProgress: ({ fraction }) => reports.push(`${name} at ${fraction}`),
      onEnded: ({ endedAt }) => reports.push(`${name} ended at ${endedAt}`),
      onUnavailable: () => reports.push(`${name} absent`),
      onRefused: (error) => reports.push(`${name} refused: ${error}`),
      onFailed: () => reports.push(`${name} failed`),
    });
  return { player, turns, sounds, reports, play };
}

describe("playback", () => {
  it("reports its start, progress and end", async () => {
    const { player, reports, play } = open();
    await play("one");
    player.progress(0, 0);
    player.progress(1, 4);
    player.end(123);
    expect(reports).toEqual(["one started", "one at 0", "one at 0.25", "one ended at 123"]);
  });

  it("uses the rate that is set at its start, not at the request", async () => {
    const { player, sounds } = open();
    let rate = 1;
    const late = Promise.withResolvers<EncodedAudio>();
    const silent = { onEnded: () => undefined, onUnavailable: () => undefined };
    const failing = { onRefused: () => undefined, onFailed: () => undefined };
    const playing = sounds.play({ load: () => late.promise, options: () => ({ rate }), ...silent, ...failing });
    rate = 0.75;
    late.resolve(aSound());
    await playing;
    expect(player.rate).toBe(0.75);
  });

  it.each([
    ["there is no audio", async () => null],
    ["the audio cannot be loaded", () => Promise.reject(new Error("No network"))],
  ])("reports unavailable audio if %s", async (_, load) => {
    const { player, reports, play } = open();
    await play("one", load);
    expect([reports, player.begun]).toEqual([["one absent"], []]);
  });

  it("reports refused audio, and a failure during playback", async () => {
    const { player, reports, play } = open();
    const broken = aSound();
    player.refusals.set(broken, "undecodable");
    await play("one", async () => broken);
    await play("two");
    player.breakOff("interrupted");
    expect(reports).toEqual([expect.stringMatching(/^one refused: .*undecodable/), "two started", "two failed"]);
  });
});

describe("the sound player", () => {
  it("stops the audio at a new request, and does not play an overtaken request", async () => {
    const { player, reports, play } = open();
    await play("one");
    const late = Promise.withResolvers<EncodedAudio>();
    const second = play("two", () => late.promise);
    expect(player.heard).toBeUndefined();
    await play("three");
    late.resolve(aSound());
    await second;
    expect(reports).toEqual(["one started", "three started"]);
    expect(player.begun).toHaveLength(2);
  });

  it("suppresses late reports of earlier playback", async () => {
    const { player, reports, play } = open();
    const refused = Promise.withResolvers<"started">();
    const asked = vi.spyOn(player, "play").mockReturnValueOnce(refused.promise);
    const first = play("one");
    await vi.waitUntil(() => asked.mock.calls.length === 1);
    await play("two");
    refused.reject(new Error("Not allowed"));
    await first;
    await play("three");
    const [second] = player.begun;
    second?.listeners.onProgress?.({ currentTime: 1, duration: 2 });
    second?.listeners.onEnded?.({ endedAt: 1 });
    expect(reports).toEqual(["two started", "three started"]);
  });

  it.each(["stop", "pause", "dispose"] as const)("does not play audio that was still loading at %s()", async (end) => {
    const { player, sounds, reports, play } = open();
    const late = Promise.withResolvers<EncodedAudio>();
    const playing = play("one", () => late.promise);
    sounds[end]();
    late.resolve(aSound());
    await playing;
    expect([reports, player.begun]).toEqual([[], []]);
  });

  it("stops the audio at stop(), and does not report its end", async () => {
    const { player, sounds, reports, play } = open();
    await play("one");
    sounds.stop();
    player.begun[0]?.listeners.onEnded?.({ endedAt: 1 });
    expect([reports, player.heard, sounds.resume()]).toEqual([["one started"], undefined, false]);
  });

  it("reports the end of audio that was paused and resumed", async () => {
    const { player, sounds, reports, play } = open();
    await play("one");
    sounds.pause();
    expect(player.isPaused).toBe(true);
    expect(sounds.resume()).toBe(true);
    player.end(5);
    expect(reports).toEqual(["one started", "one ended at 5"]);
  });

  it("ignores the end of audio after a newer action, and supersedes this action at the next play()", async () => {
    const { player, turns, reports, play } = open();
    await play("one");
    const isNewest = turns.begin();
    player.end(5);
    expect([isNewest(), reports]).toEqual([true, ["one started"]]);
    const second = play("two");
    expect(isNewest()).toBe(false);
    await second;
    expect(reports).toEqual(["one started", "two started"]);
  });
});
