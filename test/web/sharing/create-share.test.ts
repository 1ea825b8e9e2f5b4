import "fake-indexeddb/auto";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import type { Share } from "../../../domain/sharing/share.ts";
import { connectApi } from "../../../web/src/api.ts";
import { encodeWav } from "../../../web/src/audio/wav.ts";
import { createShare } from "../../../web/src/features/sharing/create-share.ts";
import { listUploads } from "../../../web/src/features/sharing/internal/upload-database.ts";
import type { ShareSource } from "../../../web/src/features/sharing/share-source.ts";
import { clearUploads } from "../../../web/src/features/sharing/uploads.ts";

vi.mock("../../../web/src/audio/mp3-encoder.ts", () => ({
  createMp3Encoder: () => ({ encode: async () => new ArrayBuffer(8), close: () => undefined }),
}));

const userId = "asha";
const at = "2026-11-26T09:00:00.000Z";
const dialogue = { language: "nepali", scenario_id: "health-1", title: "At the doctor's" } as const;
const audio = { data: encodeWav(new Float32Array(2_400)), type: "audio/wav" } as const;
const source: ShareSource = {
  ...{ subject: "dialogue", hasMarks: false, dialogues: [dialogue] },
  recordings: [0, 1].map((segment) => ({ dialogue: 0, segment, seconds: 0.1, load: async () => audio })),
};
const choices = { asker: "Asha", question: "", days: 3, teachers: [], showsMarks: false };
const share: Share = {
  ...{ share_id: "6f9619ff-8b86-4d01-b42d-00c04fc964ff", link_id: "", created_at: at, expires_at: at, state: "open" },
  ...{ subject: { kind: "dialogue" }, asker: "Asha", question: "", dialogues: [dialogue], recordings: [] },
  ...{ guests: [], teachers: [], comments: 0 },
};

let requests: string[];
let sentToken = "";
let onCreate = () => {};

beforeEach(() => {
  requests = [];
  onCreate = () => {};
  connectApi({
    apiUrl: "https://api.example.org",
    accessToken: async () => "token",
    renewToken: async () => null,
    getSessionSignal: () => new AbortController().signal,
    onAccountDeleted: () => undefined,
  });
  vi.stubGlobal("fetch", async (_: string, { method = "", body }: RequestInit) => {
    requests.push(method);
    if (method === "PUT") {
      sentToken = JSON.parse(String(body)).token;
      onCreate();
    }
    return Response.json(method === "PUT" ? share : { revoked: true });
  });
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("location", { origin: "https://app.example" });
});
afterEach(async () => {
  await clearUploads(userId);
  vi.unstubAllGlobals();
});

test("createShare requests no link if it is cancelled while the recordings are encoded", async () => {
  const controller = new AbortController();
  const preparation = { onProgress: () => controller.abort(), signal: controller.signal };
  await expect(createShare(userId, source, choices, preparation)).rejects.toThrow("aborted");
  expect(requests).toEqual([]);
});

test("createShare ends the link and queues no upload if it is cancelled while the link is created", async () => {
  const controller = new AbortController();
  onCreate = () => controller.abort();
  const put = vi.spyOn(IDBObjectStore.prototype, "put");
  onTestFinished(() => put.mockRestore());
  const preparation = { onProgress: () => undefined, signal: controller.signal };
  await expect(createShare(userId, source, choices, preparation)).rejects.toThrow("aborted");
  expect(requests).toEqual(["PUT", "DELETE"]);
  // A queued upload could start before the link ends.
  expect(put).not.toHaveBeenCalled();
  expect(await listUploads(userId)).toEqual([]);
});

test("createShare queues an upload for each recording of a new link", async () => {
  const preparation = { onProgress: () => undefined, signal: new AbortController().signal };
  expect((await createShare(userId, source, choices, preparation)).share).toEqual(share);
  expect(requests).toEqual(["PUT"]);
  expect((await listUploads(userId)).map(({ segment }) => segment)).toEqual([0, 1]);
});

test("createShare returns the URL of the link even if the browser refuses to store its token", async () => {
  const setItem = () => {
    throw new DOMException("full", "QuotaExceededError");
  };
  vi.stubGlobal("localStorage", { setItem });
  const preparation = { onProgress: () => undefined, signal: new AbortController().signal };
  const { url } = await createShare(userId, source, choices, preparation);
  expect(sentToken).not.toBe("");
  expect(url).toBe(`https://app.example/shared#${sentToken}`);
});
