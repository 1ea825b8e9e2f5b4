// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router";
import { expect, onTestFinished, test, vi } from "vitest";
import type { ExamSessionState } from "../../../../domain/exam/exam-session.ts";
import {
  clearExamRecordings,
  createExamRecordingJournal,
  loadExamRecordings,
  saveExamRecording,
  unsavedExamRecordings,
} from "../../../../web/src/features/exam/recordings/exam-recordings.ts";
import { ExamOver } from "../../../../web/src/features/exam/session/exam-session-pauses.tsx";
import { createFakeLocks } from "../../recording/store/fake-locks.ts";
import { attemptFacts, attemptId, otherAttemptId } from "../attempts.ts";
import { aDialogue } from "../marked-attempts.ts";

const userId = "asha";
const state: ExamSessionState = {
  facts: attemptFacts({ outcome: "ended", dialogues: [aDialogue([null])] }),
  place: { dialogue: 0, segment: 0 },
  phase: { kind: "over" },
};

async function showExamOver() {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const place = document.createElement("div");
  const root = createRoot(place);
  onTestFinished(() => act(async () => root.unmount()));
  const over = createElement(ExamOver, { state, attemptId, userId });
  const routed = createElement(MemoryRouter, null, over);
  await act(async () => root.render(createElement(QueryClientProvider, { client: new QueryClient() }, routed)));
  return {
    alert: () => place.querySelector("[role=alert]")?.textContent,
    buttons: () => [...place.querySelectorAll("button")].map(({ textContent }) => textContent),
  };
}

async function recordUnstored(attempt: string) {
  const position = { attemptId: attempt, dialogue: 0, segment: 0, title: "Health", scenarioId: "health-1" };
  const journal = createExamRecordingJournal(userId, { ...position, language: "nepali" }, 1);
  const recording = { wav: new ArrayBuffer(44), durationSeconds: 2, interrupted: false };
  await act(async () => void (await saveExamRecording(journal, recording)));
}

function fillStorage() {
  vi.stubGlobal("navigator", { locks: createFakeLocks() });
  const refusal = vi.spyOn(IDBObjectStore.prototype, "put").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  onTestFinished(async () => {
    await clearExamRecordings(userId);
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  return { clear: () => refusal.mockRestore() };
}

test("ExamOver stores an unstored recording if the browser has space again", async () => {
  const storage = fillStorage();
  await recordUnstored(attemptId);
  storage.clear();
  const { alert, buttons } = await showExamOver();
  await act(async () => void (await vi.waitFor(() => expect(unsavedExamRecordings.get()).toEqual([]))));
  expect([alert(), buttons()]).toEqual([undefined, []]);
  expect(await loadExamRecordings(userId, attemptId)).toMatchObject([{ isStored: true, seconds: 2 }]);
});

test("ExamOver counts only the unstored recordings of its exam attempt, even if no segment was heard", async () => {
  fillStorage();
  const { alert, buttons } = await showExamOver();
  await recordUnstored(otherAttemptId);
  expect([alert(), buttons()]).toEqual([undefined, []]);
  await recordUnstored(attemptId);
  expect(alert()).toBe(
    "This browser could not store 1 recording of this exam. Save your recordings to a file before you close this page.",
  );
  expect(buttons()).toEqual(["Save as a file (ZIP)"]);
});
