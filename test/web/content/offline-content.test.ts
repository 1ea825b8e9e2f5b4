import "fake-indexeddb/auto";
import { beforeEach, expect, it, vi } from "vitest";
import type { AudioLoader } from "../../../web/src/features/content/audio-files.ts";

const bytes = (text: string) => new Uint8Array(new TextEncoder().encode(text)).buffer;
const segment = (at: number) => ({
  ...{ name: `${at}`, audio: `segment-${at}.mp3` },
  ...{ original_script: "What brings you in?", translated_script: "के छ?" },
});
const content = vi.hoisted(() => ({ missing: "", loaded: [] as string[], others: Promise.resolve() }));

vi.mock("../../../web/src/features/content/audio-files.ts", () => {
  const load: AudioLoader = (path) => {
    content.loaded.push(path);
    const sound = path === content.missing ? Promise.reject(new Error("unreachable")) : content.others.then(() => path);
    const given = sound.then((text) => ({ data: bytes(text), type: "audio/mpeg" }));
    given.catch(() => undefined);
    return { sound: given, checked: given };
  };
  return { audioFiles: { load } };
});
vi.mock("../../../web/src/features/content/content.ts", async (original) => ({
  ...(await original<typeof import("../../../web/src/features/content/content.ts")>()),
  fetchMetadata: async (path: string) => (path.includes("empty") ? [] : [segment(1), segment(2)]),
}));

const { offlineStore } = await import("../../../web/src/features/content/internal/offline-store.ts");
const { clearOfflineContent, loadOfflineContent, downloadDialogues, evictOfflineContent } = await import(
  "../../../web/src/features/content/offline-content.ts"
);

const wanted = (id: string) =>
  ({ language: "nepali", topicId: "health", listed: { id, scenario: "A cough" } }) as const;
const both = [wanted("health-1"), wanted("health-2")];
const key = { userId: "asha", name: "one" };
const told: { loaded: number; total: number }[] = [];
const options = () => ({
  signal: new AbortController().signal,
  onProgress: (step: (typeof told)[number]) => told.push(step),
});

beforeEach(async () => {
  content.missing = "";
  content.loaded.length = 0;
  content.others = Promise.resolve();
  told.length = 0;
  await clearOfflineContent("asha");
  await clearOfflineContent("bina");
});

it("loadOfflineContent returns stored dialogues and an original without loading a file again", async () => {
  await downloadDialogues(key, both, options());
  expect(told.at(0)).toEqual({ loaded: 0, total: 0 });
  expect(told.at(-1)).toEqual({ loaded: 4, total: 4 });
  const loads = content.loaded.length;
  const offlineContent = await loadOfflineContent(key);
  expect(offlineContent?.dialogues.map(({ listed, segments }) => [listed.id, segments.length])).toEqual([
    ["health-1", 2],
    ["health-2", 2],
  ]);
  const heard = offlineContent?.audioOf(1, 0);
  expect(new TextDecoder().decode(heard?.data)).toBe("nepali/health/health-2/segments/segment-1.mp3");
  expect(offlineContent?.audioOf(2, 0)).toBeNull();
  expect(content.loaded).toHaveLength(loads);
});

it("loadOfflineContent returns null after downloadDialogues failed for one audio file", async () => {
  content.missing = "nepali/health/health-2/segments/segment-2.mp3";
  await expect(downloadDialogues(key, both, options())).rejects.toThrow("unreachable");
  expect(await loadOfflineContent(key)).toBeNull();
  content.missing = "";
  await downloadDialogues(key, both, options());
  expect(await loadOfflineContent(key)).not.toBeNull();
});

it("downloadDialogues reports no progress and stores no further file after an audio file failed", async () => {
  const others = Promise.withResolvers<void>();
  content.others = others.promise;
  content.missing = "nepali/health/health-1/segments/segment-1.mp3";
  const download = downloadDialogues(key, both, options());
  await vi.waitFor(() => expect(content.loaded).toHaveLength(3));
  others.resolve();
  await expect(download).rejects.toThrow("unreachable");
  expect([await offlineStore.sound(key, 0, 1), await offlineStore.sound(key, 1, 0)]).toEqual([null, null]);
  expect(told).toEqual([{ loaded: 0, total: 0 }]);
  expect(content.loaded).toHaveLength(3);
});

it("downloadDialogues refuses a dialogue without segments", async () => {
  await expect(downloadDialogues(key, [wanted("health-empty-1")], options())).rejects.toMatchObject({
    reason: "malformed",
  });
});

it("evictOfflineContent removes a learner's content except the content of the given name", async () => {
  await downloadDialogues(key, both, options());
  await downloadDialogues({ userId: "asha", name: "two" }, both, options());
  await downloadDialogues({ userId: "bina", name: "one" }, both, options());
  await evictOfflineContent("asha", "two");
  expect(await loadOfflineContent(key)).toBeNull();
  expect(await loadOfflineContent({ userId: "asha", name: "two" })).not.toBeNull();
  await clearOfflineContent("asha");
  expect(await loadOfflineContent({ userId: "asha", name: "two" })).toBeNull();
  expect(await loadOfflineContent({ userId: "bina", name: "one" })).not.toBeNull();
});
