import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createPractice, type Practice } from "../../../domain/practice/practice.ts";
import { createObservable } from "../../../web/src/browser/observable.ts";
import type { OpenedScenario } from "../../../web/src/features/scenario/opened-scenario.ts";
import { readSession } from "../../../web/src/features/scenario/scenario-session-store.ts";
import { completedSegmentsInSession, syncSession } from "../../../web/src/features/scenario/sync-session.ts";
import { memoryStorage } from "../browser/memory-storage.ts";

const segment = { name: "Clerk", audio: "segment-1.mp3", original_script: "Hello", translated_script: "مرحبا" };
const fetchedAt = Date.UTC(2026, 10, 21, 12);
const scenario: OpenedScenario = {
  ...{ title: "At court", folder: "arabic/legal/legal-1/", language: "arabic" },
  ...{ segments: [segment, segment, segment], fetchedAt },
};
const kept = { userId: "asha", scenarioId: "legal-1", scenario };
const dialogue = { language: "arabic", scenarioId: "legal-1" } as const;
const now = fetchedAt + 60_000;

beforeEach(() => {
  vi.useFakeTimers({ now });
  vi.stubGlobal("localStorage", memoryStorage());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const session = () => readSession("asha", dialogue, Date.now())?.session;
const done = (practice: Practice, position: number): Practice => ({
  ...practice,
  segments: practice.segments.map((each, at) => (at === position ? { ...each, attempts: 2, completed: true } : each)),
});

it("syncSession immediately writes a complete session for a new practice", () => {
  syncSession(kept, createObservable(createPractice(3)));
  expect(session()).toEqual({
    ...{ scenarioId: "legal-1", scenarioTitle: "At court", topicId: "legal", userLanguage: "arabic" },
    ...{ segments: scenario.segments, currentSegmentIndex: 0, lastAccessTime: now },
    ...{ attemptMap: { 0: 1, 1: 1, 2: 1 }, completedSet: [] },
  });
  expect(readSession("asha", dialogue, now)?.timestamp, "the age of the segments is that of the fetch").toBe(fetchedAt);
});

it("syncSession updates the session until its returned function is called", () => {
  const practice = createObservable(createPractice(3));
  const stop = syncSession(kept, practice);
  practice.set({ ...done(practice.get(), 1), index: 2 });
  expect(session()).toMatchObject({ currentSegmentIndex: 2, attemptMap: { 1: 2 }, completedSet: [1] });
  stop();
  practice.set({ ...practice.get(), index: 0 });
  expect(session()).toMatchObject({ currentSegmentIndex: 2 });
});

it("syncSession does not write the session when only the playback state changes", () => {
  const practice = createObservable(createPractice(3));
  syncSession(kept, practice);
  vi.setSystemTime(now + 60_000);
  practice.set({ ...practice.get(), activity: { kind: "playing", audio: "original" } });
  expect(session()?.lastAccessTime).toBe(now);
  practice.set({ ...practice.get(), index: 1 });
  expect(session()?.lastAccessTime).toBe(now + 60_000);
});

it("completedSegmentsInSession returns only segments that the dialogue still has", () => {
  expect(completedSegmentsInSession(kept)).toEqual(new Set());
  syncSession(kept, createObservable(done(done(createPractice(3), 0), 2)));
  expect(completedSegmentsInSession(kept)).toEqual(new Set([0, 2]));
  const shortened = { ...kept, scenario: { ...scenario, segments: [segment, segment] } };
  expect(completedSegmentsInSession(shortened)).toEqual(new Set([0]));
});
