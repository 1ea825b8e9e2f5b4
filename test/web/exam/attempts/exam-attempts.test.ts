// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ExamAttempt } from "../../../../domain/exam/exam-attempt.ts";
import { type ExamAttempts, useExamAttempts } from "../../../../web/src/features/exam/attempts/exam-attempts.ts";
import { ExamSending } from "../../../../web/src/features/exam/attempts/exam-sending.tsx";
import {
  changeMarking,
  clearLocalExams,
  removeAttempt,
  saveAttempt,
} from "../../../../web/src/features/exam/attempts/local-exams.ts";
import { publishChange } from "../../../../web/src/features/realtime/start-realtime.ts";
import { queryDefaults } from "../../../../web/src/query-freshness.ts";
import { aNote, attemptFacts, attemptFromServer, attemptId, markingId, otherAttemptId } from "../attempts.ts";

const server = vi.hoisted(() => ({
  attempts: [] as ExamAttempt[],
  lists: 0,
  answered: Promise.resolve(),
  sender: undefined as string | undefined,
}));

vi.mock("../../../../web/src/features/accounts/session.ts", () => ({
  loadAuth: async () => ({ currentLearner: async () => ({ userId: "asha" }) }),
}));
vi.mock("../../../../web/src/api.ts", async (original) => ({
  ...(await original<typeof import("../../../../web/src/api.ts")>()),
  callApi: async (route: string, { body }: { body?: { sender?: string } }) => {
    if (route === "mark-exam-attempt") {
      server.sender = body?.sender;
      return { marking_id: markingId, created_at: "2026-11-23T11:00:00.000Z", changes: [aNote(1)] };
    }
    if (route === "list-exam-attempts") {
      const { attempts } = server;
      server.lists += 1;
      await server.answered;
      return { attempts };
    }
    const attempt = { ...body, attempt_id: attemptId, user_id: "asha", markings: [] } as unknown as ExamAttempt;
    server.attempts = route === "save-exam-attempt" ? [attempt] : [];
    return attempt;
  },
}));

let told: ExamAttempts = { kind: "loading" };
const Shown = () => {
  told = useExamAttempts("asha");
  return null;
};
const ids = () => (told.kind === "known" ? told.attempts.map(({ attempt_id }) => attempt_id) : told.kind);
const until = (check: () => void) => vi.waitFor(() => act(async () => check()), { timeout: 4_000, interval: 5 });
const root = createRoot(document.createElement("div"));
let client: QueryClient;

beforeEach(async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  Object.assign(server, {
    attempts: [attemptFromServer(attemptFacts(), { attempt_id: otherAttemptId })],
    lists: 0,
    answered: Promise.resolve(),
  });
  client = new QueryClient({ defaultOptions: { queries: queryDefaults } });
  const shown = [
    createElement(Shown, { key: "shown" }),
    createElement(ExamSending, { key: "sending", userId: "asha" }),
  ];
  await act(async () => root.render(createElement(QueryClientProvider, { client }, shown)));
  await until(() => expect(ids()).toEqual([otherAttemptId]));
});
afterEach(async () => {
  await act(async () => root.render(null));
  await clearLocalExams("asha");
  vi.unstubAllGlobals();
});

it("useExamAttempts shows a new exam attempt as sent, without another request for the list", async () => {
  await saveAttempt("asha", attemptId, attemptFacts({ started_at: "2026-11-23T10:00:00.000Z" }));
  await until(() => expect(ids()).toEqual([attemptId, otherAttemptId]));
  const statuses = () => (told.kind === "known" ? told.attempts.map(({ syncStatus }) => syncStatus.kind) : []);
  await until(() => expect(statuses()).toEqual(["sent", "sent"]));
  expect(server.lists).toBe(1);
});

it("useExamAttempts hides an exam attempt that was deleted in this browser", async () => {
  await removeAttempt("asha", otherAttemptId);
  await until(() => expect(ids()).toEqual([]));
});

it.each([
  ["a change on another device", { type: "ExamChanged", userId: "asha", attemptId }],
  ["a gap in the live connection", { type: "caught-up" }],
] as const)("useExamAttempts refetches the list after %s", async (_, change) => {
  server.attempts = [attemptFromServer(attemptFacts())];
  publishChange(change);
  await until(() => expect(ids()).toEqual([attemptId]));
});

it("useExamAttempts refetches the list if another device changes an attempt while the list is fetched", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.answered = promise;
  await act(async () => void client.resetQueries());
  await until(() => expect(server.lists).toBe(2));
  server.attempts = [attemptFromServer(attemptFacts())];
  publishChange({ type: "ExamChanged", userId: "asha", attemptId });
  resolve();
  await until(() => expect(ids()).toEqual([attemptId]));
});

it("useExamAttempts refetches the list for a change in another tab, but not for a change in this tab", async () => {
  await changeMarking("asha", otherAttemptId, markingId, [aNote(1)]);
  document.dispatchEvent(new Event("visibilitychange"));
  await until(() => expect(server.sender).toBeDefined());
  const event = { type: "ExamChanged", userId: "asha", attemptId: otherAttemptId } as const;
  publishChange({ ...event, ...(server.sender && { sender: server.sender }) });
  await act(async () => new Promise<void>((resolve) => setImmediate(resolve)));
  expect(server.lists).toBe(1);
  publishChange({ ...event, sender: crypto.randomUUID() });
  await until(() => expect(server.lists).toBe(2));
});

it("useExamAttempts ignores an event of another learner", async () => {
  publishChange({ type: "ExamChanged", userId: "bina", attemptId });
  await act(async () => new Promise<void>((resolve) => setImmediate(resolve)));
  expect(server.lists).toBe(1);
});
