import "fake-indexeddb/auto";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Segment } from "../../../domain/content/pack.ts";
import type { AudioLoader } from "../../../web/src/features/content/audio-files.ts";

const bytes = (text: string) => new Uint8Array(new TextEncoder().encode(text)).buffer;
/** The build of a pack names audio files by their content, as in `segment-1-0a1b2c3d.mp3`. */
const segment = (audio: string) => ({
  ...{ name: "Doctor", audio: `${audio}.mp3` },
  ...{ original_script: "What brings you in?", translated_script: "के छ?" },
});
const first = [segment("segment-1-aaaa"), segment("segment-2-aaaa")];
const second = [segment("segment-1-aaaa"), segment("segment-2-bbbb")];

const content = vi.hoisted(() => ({
  segments: [] as Segment[],
  failed: [] as string[],
  broken: new Set<string>(),
  held: new Map<string, Promise<void>>(),
}));

vi.mock("../../../web/src/features/content/audio-files.ts", () => {
  const load: AudioLoader = (path) => {
    const find = async () => {
      await content.held.get(path);
      if (content.broken.has(path)) {
        content.failed.push(path);
        throw new Error("unreachable");
      }
      return { data: bytes(path), type: "audio/mpeg" };
    };
    const sound = find();
    sound.catch(() => undefined);
    return { sound, checked: sound };
  };
  return { audioFiles: { load } };
});
vi.mock("../../../web/src/features/content/content.ts", async (original) => ({
  ...(await original<typeof import("../../../web/src/features/content/content.ts")>()),
  fetchMetadata: async () => content.segments,
}));
vi.mock("../../../web/src/ui/writing-systems.ts", () => ({
  writingSystemOf: () => ({ families: [], load: async () => undefined }),
}));

const { keepDialogue, listKept, refreshKept, removeKept, clearKept } = await import(
  "../../../web/src/features/content/keep-dialogue.ts"
);
const { offlineDatabase } = await import("../../../web/src/features/content/internal/offline-database.ts");

const dialogueOf = (id: string) =>
  ({ language: "nepali", topicId: "health", listed: { id, scenario: "A cough" } }) as const;
const cough = dialogueOf("health-1");
const folder = "nepali/health/health-1/";
const path = (audio: string) => `${folder}segments/${audio}.mp3`;
const both = (audio: string) => [path(audio), path(`${audio}_translated`)];
const options = () => ({ signal: new AbortController().signal, onProgress: () => undefined });
const keep = (userId = "asha", dialogue = cough) => keepDialogue(userId, dialogue, options());

async function storedSounds(userId = "asha"): Promise<string[]> {
  const keys = await (await offlineDatabase.connect()).getAllKeys("keptSounds");
  return keys.filter(([owner]) => owner === userId).map(([, stored]) => stored);
}

beforeEach(async () => {
  content.segments = first;
  content.failed = [];
  content.broken.clear();
  content.held.clear();
  await Promise.all([clearKept("asha"), clearKept("bina")]);
});

describe("refreshKept", () => {
  test("replaces the audio files that a new publication changes", async () => {
    await keep();
    expect(await storedSounds()).toEqual([...both("segment-1-aaaa"), ...both("segment-2-aaaa")]);
    content.segments = second;
    await refreshKept("asha", cough, second);
    expect(await storedSounds()).toEqual([...both("segment-1-aaaa"), ...both("segment-2-bbbb")]);
  });

  test("removes no audio of other dialogues and learners", async () => {
    await keep();
    await keep("asha", dialogueOf("health-10"));
    await keep("bina");
    content.segments = second;
    await refreshKept("asha", cough, second);
    const ofOther = (await storedSounds()).filter((stored) => stored.startsWith("nepali/health/health-10/"));
    expect([ofOther.length, (await storedSounds("bina")).length]).toEqual([4, 4]);
  });

  test("preserves the kept audio if the new audio cannot be loaded", async () => {
    await keep();
    content.segments = second;
    content.broken.add(path("segment-2-bbbb"));
    await expect(refreshKept("asha", cough, second)).rejects.toThrow("unreachable");
    expect(await storedSounds()).toEqual(
      expect.arrayContaining([...both("segment-1-aaaa"), ...both("segment-2-aaaa")]),
    );
    content.broken.clear();
    await refreshKept("asha", cough, second);
    expect(await storedSounds()).toEqual([...both("segment-1-aaaa"), ...both("segment-2-bbbb")]);
  });

  test("does not restore a dialogue that the learner removes during the refresh", async () => {
    await keep();
    content.segments = second;
    const arrival = Promise.withResolvers<void>();
    content.held.set(path("segment-2-bbbb"), arrival.promise);
    const refreshing = refreshKept("asha", cough, second);
    await vi.waitFor(async () => expect(await storedSounds()).toContain(path("segment-2-bbbb_translated")));
    await removeKept("asha", folder);
    arrival.resolve();
    await refreshing;
    expect([await listKept("asha"), await storedSounds()]).toEqual([[], []]);
  });
});

test("keepDialogue keeps the dialogue if another tab has kept it before the download fails", async () => {
  const failure = Promise.withResolvers<void>();
  const late = path("segment-2-aaaa_translated");
  content.held.set(late, failure.promise);
  content.broken.add(late);
  const refused = expect(keep()).rejects.toThrow("unreachable");
  await vi.waitFor(async () => expect(await storedSounds()).toHaveLength(3));
  content.held.delete(late);
  content.broken.delete(late);
  await keep();
  content.broken.add(late);
  failure.resolve();
  await refused;
  expect((await listKept("asha")).map((kept) => kept.folder)).toEqual([folder]);
  expect(await storedSounds()).toEqual([...both("segment-1-aaaa"), ...both("segment-2-aaaa")]);
});

test("keepDialogue stores no audio after a failure, even if other audio arrives later", async () => {
  const arrival = Promise.withResolvers<void>();
  const broken = path("segment-1-aaaa_translated");
  content.held.set(path("segment-1-aaaa"), arrival.promise);
  content.broken.add(broken);
  const refused = expect(keep()).rejects.toThrow("unreachable");
  await vi.waitFor(() => expect(content.failed).toEqual([broken]));
  // Lets a pending removal finish before the audio arrives.
  await storedSounds();
  arrival.resolve();
  await refused;
  await new Promise(setImmediate);
  expect([await listKept("asha"), await storedSounds()]).toEqual([[], []]);
});
