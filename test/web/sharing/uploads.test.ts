import "fake-indexeddb/auto";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { routes } from "../../../domain/api.ts";
import type { RefusalCode } from "../../../domain/http/refusal.ts";
import { connectApi } from "../../../web/src/api.ts";
import { listUploads } from "../../../web/src/features/sharing/internal/upload-database.ts";
import { addUploads, clearUploads, startUploads } from "../../../web/src/features/sharing/uploads.ts";

const userId = "asha";
const shareId = "6f9619ff-8b86-4d01-b42d-00c04fc964ff";
const storageUrl = "https://storage.example.org/";
/** Maximum number of forms in a response, as in `maxFormsPerRequest`. */
const maxForms = 20;

/** `marked` has the recordings that the server has marked as received. */
const server = {
  segments: [] as number[],
  marked: new Set<number>(),
  stored: [] as number[],
  requests: 0,
  refuse: null as RefusalCode | null,
};

const json = (value: unknown, status = 200) => new Response(JSON.stringify(value), { status });
const placeOf = (segment: number) => ({ dialogue: 0, segment });

async function answer(url: string, { body }: RequestInit): Promise<Response> {
  expect(url).toBe(`https://api.example.org/shares/${shareId}/uploads`);
  server.requests += 1;
  if (server.refuse) return json({ code: server.refuse, message: "" }, 409);
  const asked = z.parse(routes["request-uploads"].body, body ? JSON.parse(String(body)) : undefined);
  const wanted = asked?.places.map(({ segment }) => segment) ?? server.segments;
  const awaited = wanted.filter((segment) => server.segments.includes(segment) && !server.marked.has(segment));
  return json({
    uploads: awaited.slice(0, maxForms).map((segment) => ({
      ...placeOf(segment),
      form: { url: storageUrl, fields: { key: String(segment), "Content-Type": "audio/mpeg" } },
    })),
    received: wanted.filter((segment) => server.marked.has(segment)).map(placeOf),
  });
}

/** Stores each file, as S3 does, but does not notify the server. */
class StorageRequest extends EventTarget {
  readonly upload = new EventTarget();
  status = 0;
  open() {}
  send(body: FormData) {
    server.stored.push(Number(body.get("key")));
    this.status = 204;
    queueMicrotask(() => this.dispatchEvent(new Event("load")));
  }
}

let refused: string[];
let stop = () => {};

beforeEach(() => {
  Object.assign(server, { segments: [], marked: new Set(), stored: [], requests: 0, refuse: null });
  refused = [];
  connectApi({
    apiUrl: "https://api.example.org",
    accessToken: async () => "token",
    renewToken: async () => null,
    getSessionSignal: () => new AbortController().signal,
    onAccountDeleted: () => undefined,
  });
  vi.stubGlobal("fetch", answer);
  vi.stubGlobal("XMLHttpRequest", StorageRequest);
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.spyOn(console, "warn").mockImplementation(() => {});
});
afterEach(async () => {
  stop();
  await clearUploads(userId);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const upTo = (count: number) => Array.from({ length: count }, (_, segment) => segment);
const queuedSegments = async () => (await listUploads(userId)).map(({ segment }) => segment);

async function share(count: number, known = count): Promise<void> {
  server.segments = upTo(known);
  await addUploads(
    userId,
    upTo(count).map((segment) => ({ userId, shareId, ...placeOf(segment), data: new ArrayBuffer(8) })),
  );
  stop = startUploads(userId, (refusedId) => refused.push(refusedId));
}

describe("startUploads", () => {
  test("uploads 25 recordings once each, although the server marks none as received", async () => {
    await share(25);
    await vi.waitFor(async () => expect(await queuedSegments()).toEqual([]));
    expect(server.stored).toEqual(upTo(25));
    expect(server.requests).toBe(2);
  });

  test("does not upload recordings that the server has marked as received", async () => {
    server.marked = new Set([0, 2]);
    await share(4);
    await vi.waitFor(async () => expect(await queuedSegments()).toEqual([]));
    expect(server.stored).toEqual([1, 3]);
  });

  test("keeps queued recordings that are missing from the server's response", async () => {
    await share(3, 1);
    await vi.waitFor(() => expect(console.warn).toHaveBeenCalled());
    expect(await queuedSegments()).toEqual([1, 2]);
  });

  test("removes a share's recordings from the queue if the server reports that the share has ended", async () => {
    server.refuse = "share_ended";
    await share(3);
    await vi.waitFor(() => expect(refused).toEqual([shareId]));
    expect([await queuedSegments(), server.stored]).toEqual([[], []]);
  });
});
