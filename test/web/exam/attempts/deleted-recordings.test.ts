import "fake-indexeddb/auto";
import { beforeEach, expect, it, vi } from "vitest";
import { ApiError } from "../../../../web/src/api.ts";
import { removeRecordingsOfDeletedAttempt } from "../../../../web/src/features/exam/attempts/deleted-recordings.ts";
import { fetchAttempts } from "../../../../web/src/features/exam/attempts/exam-attempts.ts";
import { clearLocalExams, saveAttempt } from "../../../../web/src/features/exam/attempts/local-exams.ts";
import { attemptFacts, attemptFromServer, attemptId, otherAttemptId, runningAttemptFacts } from "../attempts.ts";

const world = vi.hoisted(() => ({
  /** The ids of the attempts on each page. */
  pages: [] as string[][],
  asked: [] as unknown[],
  answer: "attempt_not_found" as "attempt_not_found" | "attempt_deleted" | "unreachable",
  /** The attempts that have recordings on this device. */
  said: [] as string[],
}));

vi.mock("../../../../web/src/api.ts", async (original) => ({
  ...(await original<typeof import("../../../../web/src/api.ts")>()),
  callApi: async (route: string, { params }: { params: { after?: string } }) => {
    world.asked.push([route, params]);
    if (route !== "list-exam-attempts") throw new ApiError(world.answer, world.answer);
    const at = params.after === undefined ? 0 : world.pages.findIndex((ids) => ids.at(-1) === params.after) + 1;
    const ids = world.pages[at] ?? [];
    const attempts = ids.map((id) => attemptFromServer(attemptFacts(), { attempt_id: id }));
    return { attempts, ...(at + 1 < world.pages.length && { next: ids.at(-1) }) };
  },
}));
vi.mock("../../../../web/src/features/exam/recordings/exam-recordings.ts", () => ({
  loadAllExamRecordings: async () => world.said.map((id) => ({ attemptId: id })),
  removeExamRecordings: async (_: string, id: string) => {
    world.said = world.said.filter((each) => each !== id);
  },
}));

beforeEach(async () => {
  Object.assign(world, { pages: [[]], asked: [], answer: "attempt_not_found", said: [attemptId, otherAttemptId] });
  await clearLocalExams("asha");
});

const questions = () => world.asked.filter((each) => !String(each).startsWith("list-exam-attempts"));

it("fetchAttempts reads the list of exam attempts to its last page", async () => {
  world.pages = [[attemptId], [otherAttemptId], []];
  expect((await fetchAttempts("asha")).map(({ attempt_id }) => attempt_id)).toEqual([attemptId, otherAttemptId]);
  expect(world.asked).toEqual([
    ["list-exam-attempts", {}],
    ["list-exam-attempts", { after: attemptId }],
    ["list-exam-attempts", { after: otherAttemptId }],
  ]);
});

it("fetchAttempts removes the recordings of an exam attempt that the server reports as deleted", async () => {
  world.answer = "attempt_deleted";
  world.pages = [[otherAttemptId]];
  await fetchAttempts("asha");
  await vi.waitFor(() => expect(world.said).toEqual([otherAttemptId]));
  expect(questions()).toEqual([["list-exam-markings", { attemptId }]]);
});

it.each(["attempt_not_found", "unreachable"] as const)(
  "fetchAttempts keeps recordings of unlisted exam attempts if requests for their markings fail with %s",
  async (answer) => {
    world.answer = answer;
    await fetchAttempts("asha");
    await vi.waitFor(() => expect(questions()).toHaveLength(2));
    expect(world.said).toEqual([attemptId, otherAttemptId]);
  },
);

it("fetchAttempts keeps recordings of an exam attempt with unsent facts", async () => {
  world.answer = "attempt_deleted";
  await saveAttempt("asha", attemptId, attemptFacts());
  await fetchAttempts("asha");
  await vi.waitFor(() => expect(world.said).toEqual([attemptId]));
  expect(questions()).toHaveLength(1);
});

it("removeRecordingsOfDeletedAttempt keeps recordings while the exam runs in this browser", async () => {
  await saveAttempt("asha", attemptId, runningAttemptFacts());
  removeRecordingsOfDeletedAttempt("asha", attemptId);
  removeRecordingsOfDeletedAttempt("asha", otherAttemptId);
  await vi.waitFor(() => expect(world.said).toEqual([attemptId]));
});

it("removeRecordingsOfDeletedAttempt keeps recordings if it cannot read whether the exam runs", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementation(() => {
    throw new DOMException("The database cannot be read", "UnknownError");
  });
  removeRecordingsOfDeletedAttempt("asha", attemptId);
  await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce());
  vi.restoreAllMocks();
  expect(world.said).toEqual([attemptId, otherAttemptId]);
});
