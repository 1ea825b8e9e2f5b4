import "fake-indexeddb/auto";
import { beforeEach, expect, it, vi } from "vitest";
import type { SoundLoader } from "../../../web/src/features/content/sounds.ts";

const bytes = (text: string) => new Uint8Array(new TextEncoder().encode(text)).buffer;
const segment = (at: number) => ({
  ...{ name: `${at}`, audio: `segment-${at}.mp3` },
  ...{ original_script: "What brings you in?", translated_script: "के छ?" },
});
/** What the content has; a test may take something of it away. */
const content = vi.hoisted(() => ({ missing: "", loaded: [] as string[] }));

vi.mock("../../../web/src/features/content/sounds.ts", () => {
  const load: SoundLoader = (path) => {
    content.loaded.push(path);
    const sound = path === content.missing ? Promise.reject(new Error("unreachable")) : Promise.resolve(path);
    const given = sound.then((text) => ({ data: bytes(text), type: "audio/mpeg" }));
    given.catch(() => undefined);
    return { sound: given, checked: given };
  };
  return { sounds: { load } };
});
vi.mock("../../../web/src/features/content/content.ts", async (original) => ({
  ...(await original<typeof import("../../../web/src/features/content/content.ts")>()),
  fetchMetadata: async (path: string) => (path.includes("empty") ? [] : [segment(1), segment(2)]),
}));

const { clearHeld, heldContent, holdDialogues, letGoOfHeld } = await import(
  "../../../web/src/features/content/held-content.ts"
);

const wanted = (id: string) =>
  ({ language: "nepali", topicId: "health", listed: { id, scenario: "A cough" } }) as const;
const both = [wanted("health-1"), wanted("health-2")];
const key = { userId: "asha", name: "one" };
const told: { there: number; all: number }[] = [];
const options = () => ({
  signal: new AbortController().signal,
  onProgress: (step: (typeof told)[number]) => told.push(step),
});

beforeEach(async () => {
  content.missing = "";
  content.loaded.length = 0;
  told.length = 0;
  await clearHeld("asha");
  await clearHeld("bina");
});

it("brings all that is heard of dialogues onto the device, tells how far it is, and has it there without asking again", async () => {
  await holdDialogues(key, both, options());
  expect(told.at(0)).toEqual({ there: 0, all: 0 });
  expect(told.at(-1)).toEqual({ there: 4, all: 4 });
  const loads = content.loaded.length;
  const held = await heldContent(key);
  expect(held?.dialogues.map(({ listed, segments }) => [listed.id, segments.length])).toEqual([
    ["health-1", 2],
    ["health-2", 2],
  ]);
  const heard = held?.soundOf(1, 0);
  expect(new TextDecoder().decode(heard?.data)).toBe("nepali/health/health-2/segments/segment-1.mp3");
  expect(held?.soundOf(2, 0)).toBeNull();
  expect(content.loaded).toHaveLength(loads);
});

it("holds nothing where one recording is missing: half a mock is none", async () => {
  content.missing = "nepali/health/health-2/segments/segment-2.mp3";
  await expect(holdDialogues(key, both, options())).rejects.toThrow("unreachable");
  expect(await heldContent(key)).toBeNull();
  content.missing = "";
  await holdDialogues(key, both, options());
  expect(await heldContent(key)).not.toBeNull();
});

it("holds no dialogue that has no segments", async () => {
  await expect(holdDialogues(key, [wanted("health-empty-1")], options())).rejects.toMatchObject({
    reason: "malformed",
  });
});

it("lets go of what is not kept, and of nothing of other learners", async () => {
  await holdDialogues(key, both, options());
  await holdDialogues({ userId: "asha", name: "two" }, both, options());
  await holdDialogues({ userId: "bina", name: "one" }, both, options());
  await letGoOfHeld("asha", "two");
  expect(await heldContent(key)).toBeNull();
  expect(await heldContent({ userId: "asha", name: "two" })).not.toBeNull();
  await clearHeld("asha");
  expect(await heldContent({ userId: "asha", name: "two" })).toBeNull();
  expect(await heldContent({ userId: "bina", name: "one" })).not.toBeNull();
});
