import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as z from "zod/mini";
import { fetchMetadata, keepGrantsFresh, requireGrant } from "../../../web/src/features/content/content.ts";
import { type ContentServer, startContentServer } from "./content-server.ts";

const file = "nepali/example/metadata.json";
const minute = 60_000;

let server: ContentServer;
let page = Object.assign(new EventTarget(), { visibilityState: "visible" });
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  vi.stubGlobal("document", page);
  server = startContentServer();
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const asked = () => server.requests.filter((url) => url === "API content-grants").length;

/** The grant lasts an hour. */
async function openDialogue() {
  await requireGrant(file);
  stop = keepGrantsFresh();
}

it("keepGrantsFresh renews a grant before its expiry", async () => {
  await openDialogue();
  await vi.advanceTimersByTimeAsync(54 * minute);
  expect(asked()).toBe(1);
  await vi.advanceTimersByTimeAsync(2 * minute);
  expect(asked()).toBe(2);
});

it("keepGrantsFresh renews no grant until a hidden page is visible again", async () => {
  await openDialogue();
  page.visibilityState = "hidden";
  page.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(58 * minute);
  expect(asked()).toBe(1);
  page.visibilityState = "visible";
  page.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(0);
  expect(asked()).toBe(2);
});

it("keepGrantsFresh renews no grant after the renewal is stopped", async () => {
  await openDialogue();
  stop();
  await vi.advanceTimersByTimeAsync(58 * minute);
  page.dispatchEvent(new Event("visibilitychange"));
  await vi.advanceTimersByTimeAsync(0);
  expect(asked()).toBe(1);
});

it("requireGrant requests a grant for the language in the path", async () => {
  const bodies: unknown[] = [];
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", (url: string, options: RequestInit) => {
    bodies.push(options.body && JSON.parse(String(options.body)));
    return fetch(url, options);
  });
  await requireGrant("arabic/legal/metadata.json").catch(() => undefined);
  expect(bodies).toEqual([{ language: "arabic" }]);
});

it("fetchMetadata returns a valid file, and refuses a malformed one", async () => {
  server.files.set(file, () => Response.json([{ id: "example-1" }]));
  const schema = z.array(z.object({ id: z.string() }));
  expect(await fetchMetadata(file, schema)).toEqual([{ id: "example-1" }]);
  for (const text of ["no json", "{}"]) {
    server.files.set(file, () => new Response(text));
    await expect(fetchMetadata(file, schema)).rejects.toMatchObject({ reason: "malformed", name: "ContentError" });
  }
});

const corsRefusal = () => new TypeError("Failed to fetch");
const Any = z.unknown();

it("fetchMetadata retries with a fresh grant after a two-minute-old grant failed", async () => {
  await openDialogue();
  const answers = [corsRefusal(), Response.json({})];
  server.files.set(file, () => answers.shift() ?? corsRefusal());
  await vi.advanceTimersByTimeAsync(2 * minute);
  await expect(fetchMetadata(file, Any)).resolves.toEqual({});
  expect(server.requests.slice(-3)).toEqual([`${file}?grant=1`, "API content-grants", `${file}?grant=2`]);
});

it("fetchMetadata reports that a plan is needed if an old grant fails and the server grants nothing for the file", async () => {
  await openDialogue();
  server.files.set(file, corsRefusal);
  server.folders = [];
  await vi.advanceTimersByTimeAsync(2 * minute);
  await expect(fetchMetadata(file, Any)).rejects.toMatchObject({ reason: "premium-required" });
});

it("fetchMetadata reports unreachable content if a fresh grant fails, or if an older grant and its renewal fail", async () => {
  await openDialogue();
  server.files.set(file, corsRefusal);
  await expect(fetchMetadata(file, Any)).rejects.toMatchObject({ reason: "unreachable" });
  expect(asked()).toBe(1);
  server.offline = true;
  await vi.advanceTimersByTimeAsync(2 * minute);
  await expect(fetchMetadata(file, Any)).rejects.toMatchObject({ reason: "unreachable" });
});
