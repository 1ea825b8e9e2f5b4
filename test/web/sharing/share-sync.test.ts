// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Share } from "../../../domain/sharing/share.ts";
import type { ReceivedComment } from "../../../domain/sharing/share-comment.ts";
import { connectApi } from "../../../web/src/api.ts";
import { publishChange } from "../../../web/src/features/realtime/start-realtime.ts";
import { ShareSync } from "../../../web/src/features/sharing/share-sync.tsx";
import { dismissToast, shownToasts } from "../../../web/src/ui/toasts.ts";

const [shareId, otherId] = ["6f9619ff-8b86-4d01-b42d-00c04fc964ff", "7d444840-9dc0-41d1-b245-5ffdce74fad2"];
const guestId = "0f8e2c9a-3d44-4b57-8a8e-2d0c5b6f9a10";
const start = Date.parse("2026-11-26T09:00:00.000Z");
const minuteMs = 60_000;

const openApps: (() => Promise<void>)[] = [];
/** The comments of each share on the server. */
let comments: Record<string, ReceivedComment[]>;

const commentMade = (atMs: number): ReceivedComment => ({
  ...{ comment_id: crypto.randomUUID(), dialogue: 0, segment: 0, at_seconds: null, kind: "praise", text: "Good." },
  ...{ unit: null, voice: null, guest_id: guestId, guest_name: "Maya", voice_url: null },
  ...{ created_at: new Date(atMs).toISOString(), changed_at: new Date(atMs).toISOString() },
});

const shareOf = (id: string): Share => ({
  ...{ share_id: id, link_id: "", state: "open", subject: { kind: "dialogue" }, asker: "Asha", question: "" },
  ...{ created_at: "2026-11-20T09:00:00.000Z", expires_at: "2026-12-20T09:00:00.000Z" },
  dialogues: [{ language: "nepali", scenario_id: "example-1", title: id === shareId ? "A cough" : "A flat" }],
  ...{ recordings: [], guests: [], teachers: [], comments: comments[id]?.length ?? 0 },
});

async function answer(url: string): Promise<Response> {
  const id = /\/shares\/([^/?]+)/.exec(url)?.[1];
  return id === undefined
    ? Response.json({ shares: Object.keys(comments).map(shareOf), teachers: [], wants_email: true })
    : Response.json({ share: shareOf(id), comments: comments[id], recordings: [] });
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: start });
  connectApi({
    apiUrl: "http://api",
    accessToken: async () => "token",
    renewToken: async () => null,
    getSessionSignal: () => new AbortController().signal,
    onAccountDeleted: () => undefined,
  });
  vi.stubGlobal("fetch", (url: URL | string) => answer(String(url)));
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  localStorage.clear();
  comments = { [shareId]: [], [otherId]: [] };
});
afterEach(async () => {
  for (const close of openApps.splice(0)) await close();
  for (const { id } of shownToasts()) dismissToast(id);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function openApp(): Promise<void> {
  const root = createRoot(document.createElement("div"));
  openApps.push(() => act(async () => root.unmount()));
  const sync = createElement(ShareSync, { userId: "asha" });
  await act(async () => root.render(createElement(QueryClientProvider, { client: new QueryClient() }, sync)));
}

async function announcedAfterChange(of = shareId): Promise<(string | undefined)[]> {
  for (const { id } of shownToasts()) dismissToast(id);
  publishChange({ type: "ShareChanged", userId: "asha", shareId: of });
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  return shownToasts().map(({ description }) => description);
}

const feedbackOn = (title: string) => [expect.stringContaining(`feedback on “${title}”`)];

test("ShareSync announces a comment that arrives while the app is open, once", async () => {
  await openApp();
  comments[shareId] = [commentMade(start + minuteMs)];
  vi.setSystemTime(start + minuteMs);
  expect(await announcedAfterChange()).toEqual(feedbackOn("A cough"));
  expect(await announcedAfterChange()).toEqual([]);
});

test("ShareSync announces no comment that was written before the app first opened in a browser", async () => {
  comments = { [shareId]: [commentMade(start - minuteMs)], [otherId]: [commentMade(start - minuteMs)] };
  await openApp();
  vi.setSystemTime(start + minuteMs);
  expect(await announcedAfterChange()).toEqual([]);
  expect(await announcedAfterChange(otherId)).toEqual([]);
});

test("ShareSync announces a comment that follows a deleted comment", async () => {
  await openApp();
  comments[shareId] = [commentMade(start + minuteMs)];
  vi.setSystemTime(start + minuteMs);
  expect(await announcedAfterChange()).toEqual(feedbackOn("A cough"));
  comments[shareId] = [commentMade(start + 2 * minuteMs)];
  vi.setSystemTime(start + 2 * minuteMs);
  expect(await announcedAfterChange()).toEqual(feedbackOn("A cough"));
});

test("ShareSync announces a comment missed before the app restarted, with the next change of its share", async () => {
  await openApp();
  comments[shareId] = [commentMade(start + minuteMs)];
  vi.setSystemTime(start + minuteMs);
  await announcedAfterChange();
  comments[shareId].push(commentMade(start + 2 * minuteMs));
  vi.setSystemTime(start + 3 * minuteMs);
  for (const close of openApps.splice(0)) await close();
  await openApp();
  expect(await announcedAfterChange()).toEqual(feedbackOn("A cough"));
});
