import "fake-indexeddb/auto";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type MarkingChange, maxChangesPerRequest } from "../../../../domain/exam/exam-attempt.ts";
import { mergeChanges, notesOf } from "../../../../domain/exam/exam-marking.ts";
import type { ApiErrorCode } from "../../../../web/src/api.ts";
import { acquireExamLock } from "../../../../web/src/features/exam/attempts/exam-lock.ts";
import type { ResponseListeners } from "../../../../web/src/features/exam/attempts/internal/exam-sender.ts";
import type { Toast } from "../../../../web/src/ui/toast.ts";
import { memoryStorage } from "../../browser/memory-storage.ts";
import {
  aNote,
  attemptFacts,
  attemptFromServer,
  attemptId,
  markingId,
  otherAttemptId,
  runningAttemptFacts,
} from "../attempts.ts";

type Sent = { route: string; params: { attemptId: string; markingId?: string }; body?: { changes: MarkingChange[] } };

const world = vi.hoisted(() => ({
  sent: [] as Sent[],
  toasts: [] as string[],
  /** The response waits for this function. */
  before: (async () => {}) as (sent: Sent) => Promise<void>,
  marked: [] as MarkingChange[],
  /** The maximum number of notes in a marking. */
  room: 300,
  learner: { userId: "asha" } as { userId: string } | null,
}));

function answer({ route, body }: Sent): unknown {
  if (route === "save-exam-attempt") return attemptFromServer(body as never);
  if (route.startsWith("delete-")) return { deleted: true };
  const changes = body?.changes ?? [];
  const isNew = (change: MarkingChange) =>
    world.marked.every((each) => JSON.stringify(each) !== JSON.stringify(change));
  const left_out = changes
    .filter((change) => isNew(change) && change.type === "note" && change.note)
    .slice(world.room - world.marked.length);
  world.marked = mergeChanges(
    world.marked,
    changes.filter((change) => !left_out.includes(change)),
  );
  return { marking_id: markingId, created_at: "2026-11-22T11:00:00.000Z", changes: world.marked, left_out };
}

vi.mock("../../../../web/src/features/accounts/session.ts", () => ({
  loadAuth: async () => ({ currentLearner: async () => world.learner }),
}));
vi.mock("../../../../web/src/ui/toasts.ts", () => ({
  showToast: ({ description }: Toast) => world.toasts.push(description ?? ""),
}));
vi.mock("../../../../web/src/api.ts", async (original) => ({
  ...(await original<typeof import("../../../../web/src/api.ts")>()),
  callApi: async (route: string, input: Omit<Sent, "route">) => {
    const sent = { route, ...input };
    world.sent.push(sent);
    await world.before(sent);
    return answer(sent);
  },
}));

/** Imports the modules again over the same database, as another tab does. */
async function openTab() {
  vi.resetModules();
  const { ApiError } = await import("../../../../web/src/api.ts");
  return { ApiError, ...(await import("../../../../web/src/features/exam/attempts/local-exams.ts")) };
}

const told = {
  onAttemptSaved: vi.fn(),
  onMarkingSaved: vi.fn(),
  onAttemptRemoved: vi.fn(),
  onMarkingRemoved: vi.fn(),
  onChangesDropped: vi.fn(),
} satisfies ResponseListeners;
let network = new EventTarget();
let local = new Map<string, string>();
let tab: Awaited<ReturnType<typeof openTab>>;
let stop = () => {};

const routes = () => world.sent.map(({ route }) => route);
const here = () => tab.loadLocalExams("asha");
const nothing = { attempts: [], markings: [], removedMarkings: [] };
/** Waits without advancing the fake clock. */
async function until(check: () => unknown, turns = 500): Promise<void> {
  await new Promise<void>((resolve) => setImmediate(resolve));
  try {
    await check();
  } catch (error) {
    if (turns === 0) throw error;
    await until(check, turns - 1);
  }
}
async function start(): Promise<void> {
  stop = tab.startExamSending("asha", told);
  await tab.flushLocalExams("asha", 1_000);
}
const failWith = (code: ApiErrorCode) => {
  world.before = () => Promise.reject(new tab.ApiError(code, code));
};

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.spyOn(console, "warn").mockImplementation(() => {});
  network = new EventTarget();
  local = new Map();
  vi.stubGlobal("localStorage", memoryStorage(local));
  vi.stubGlobal("document", Object.assign(new EventTarget(), { visibilityState: "visible" }));
  vi.stubGlobal("window", network);
  Object.assign(world, {
    sent: [],
    toasts: [],
    marked: [],
    room: 300,
    before: async () => {},
    learner: { userId: "asha" },
  });
  tab = await openTab();
});
afterEach(async () => {
  stop();
  for (const userId of ["asha", "bina"]) await tab.clearLocalExams(userId);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.clearAllMocks();
});

describe("the facts of an exam attempt", () => {
  it("are sent by save-exam-attempt after the exam, then removed from the browser", async () => {
    stop = tab.startExamSending("asha", told);
    await tab.saveAttempt("asha", attemptId, attemptFacts());
    await until(async () => expect(await here()).toEqual(nothing));
    expect(world.sent).toEqual([{ route: "save-exam-attempt", params: { attemptId }, body: attemptFacts() }]);
    expect(told.onAttemptSaved).toHaveBeenCalledExactlyOnceWith(attemptFromServer(attemptFacts()));
  });

  it("are stored until they are sent, even after a reload", async () => {
    await tab.saveAttempt("asha", attemptId, attemptFacts());
    expect(world.sent).toEqual([]);
    tab = await openTab();
    expect((await here()).attempts).toMatchObject([{ attemptId, facts: attemptFacts() }]);
    stop = tab.startExamSending("asha", told);
    await until(async () => expect(await here()).toEqual(nothing));
    expect(routes()).toEqual(["save-exam-attempt"]);
  });

  it("remain stored after they are sent by a flush during the exam", async () => {
    await start();
    await tab.saveAttempt("asha", attemptId, runningAttemptFacts(1));
    await tab.saveAttempt("asha", attemptId, runningAttemptFacts(2));
    expect(world.sent).toEqual([]);
    expect(await tab.flushLocalExams("asha", 1_000)).toBe(0);
    expect(world.sent).toEqual([{ route: "save-exam-attempt", params: { attemptId }, body: runningAttemptFacts(2) }]);
    expect(await tab.loadRunningAttempt("asha")).toEqual({ attemptId, facts: runningAttemptFacts(2) });
    await tab.saveAttempt("asha", attemptId, attemptFacts({ revision: 3 }));
    await until(async () => expect(await here()).toEqual(nothing));
    expect(await tab.loadRunningAttempt("asha")).toBeNull();
  });

  it("are sent once when the exam starts, even if the request fails", async () => {
    await start();
    await tab.startAttempt("asha", attemptId, runningAttemptFacts(1));
    await until(() =>
      expect(told.onAttemptSaved).toHaveBeenCalledExactlyOnceWith(attemptFromServer(runningAttemptFacts(1))),
    );
    expect(world.sent).toEqual([{ route: "save-exam-attempt", params: { attemptId }, body: runningAttemptFacts(1) }]);
    await until(async () => expect((await here()).attempts).toMatchObject([{ sentRevision: 1 }]));
    failWith("unreachable");
    await tab.startAttempt("asha", otherAttemptId, runningAttemptFacts(1));
    await until(() => expect(console.warn).toHaveBeenCalledTimes(1));
    await vi.advanceTimersByTimeAsync(600_000);
    expect(world.sent).toHaveLength(2);
    expect((await here()).attempts).toContainEqual(
      expect.objectContaining({ attemptId: otherAttemptId, sentRevision: 0 }),
    );
  });

  it("are not replaced by an older revision", async () => {
    await tab.saveAttempt("asha", attemptId, attemptFacts({ revision: 6 }));
    await tab.saveAttempt("asha", attemptId, runningAttemptFacts(5));
    expect((await here()).attempts).toMatchObject([{ facts: { revision: 6, outcome: "finished" } }]);
  });

  it("are not replaced by different facts with the same revision", async () => {
    await start();
    await tab.saveAttempt("asha", attemptId, runningAttemptFacts(5));
    await tab.flushLocalExams("asha", 1_000);
    await tab.saveAttempt("asha", attemptId, { ...runningAttemptFacts(5), seed: 99 });
    expect((await here()).attempts).toMatchObject([{ facts: { revision: 5, seed: 7 }, sentRevision: 5 }]);
  });

  it("are not sent again if the response to an older revision arrives late", async () => {
    await start();
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    world.before = ({ body }) => ((body as { revision?: number }).revision === 1 ? answered : Promise.resolve());
    await tab.startAttempt("asha", attemptId, runningAttemptFacts(1));
    await until(() => expect(world.sent).toHaveLength(1));
    await tab.saveAttempt("asha", attemptId, runningAttemptFacts(2));
    expect(await tab.flushLocalExams("asha", 1_000)).toBe(0);
    // `heard` is called after the response is stored.
    const heard = vi.fn();
    const leave = tab.onLocalExamsChanged("asha", heard);
    answer();
    await until(() => expect(heard).toHaveBeenCalled());
    leave();
    expect((await here()).attempts).toMatchObject([{ sentRevision: 2 }]);
    expect(await tab.flushLocalExams("asha", 1_000)).toBe(0);
    expect(world.sent).toHaveLength(2);
  });

  it("are sent after an older revision that is still being sent", async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    world.before = () => released;
    stop = tab.startExamSending("asha", told);
    await tab.saveAttempt("asha", attemptId, attemptFacts({ revision: 5 }));
    await until(() => expect(world.sent).toHaveLength(1));
    await tab.saveAttempt("asha", attemptId, attemptFacts({ revision: 6 }));
    release();
    await until(async () => expect(await here()).toEqual(nothing));
    expect(world.sent.map(({ body }) => body)).toEqual([attemptFacts({ revision: 5 }), attemptFacts({ revision: 6 })]);
  });

  it("are sent when the network comes back", async () => {
    await start();
    failWith("unreachable");
    await tab.saveAttempt("asha", attemptId, attemptFacts());
    await until(() => expect(console.warn).toHaveBeenCalledTimes(1));
    expect((await here()).attempts).toHaveLength(1);
    world.before = async () => {};
    network.dispatchEvent(new Event("online"));
    await until(async () => expect(await here()).toEqual(nothing));
    expect(world.sent).toHaveLength(2);
  });

  it("are sent again within two seconds after a network failure if the exam has ended", async () => {
    await start();
    failWith("unreachable");
    await tab.saveAttempt("asha", attemptId, attemptFacts());
    await until(() => expect(console.warn).toHaveBeenCalledTimes(1));
    world.before = async () => {};
    expect(world.sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(2_000);
    await until(async () => expect(await here()).toEqual(nothing));
    expect(world.sent).toHaveLength(2);
  });

  it("are sent again after a refusal when sending restarts, but not by a flush", async () => {
    failWith("unknown_exam");
    stop = tab.startExamSending("asha", told);
    await tab.saveAttempt("asha", attemptId, attemptFacts());
    await until(async () => expect((await here()).attempts).toMatchObject([{ refused: "unknown_exam" }]));
    expect(await tab.flushLocalExams("asha", 1_000)).toBe(1);
    expect(world.sent).toHaveLength(1);
    stop();
    world.before = async () => {};
    stop = tab.startExamSending("asha", told);
    await until(async () => expect(await here()).toEqual(nothing));
  });

  it("must be accepted by the server before changes of the marking are sent", async () => {
    failWith("unknown_exam");
    await start();
    await tab.saveAttempt("asha", attemptId, attemptFacts());
    await until(async () => expect((await here()).attempts).toMatchObject([{ refused: "unknown_exam" }]));
    await tab.changeMarking("asha", attemptId, markingId, [aNote(1)]);
    expect(await tab.flushLocalExams("asha", 1_000)).toBe(1);
    expect(routes()).toEqual(["save-exam-attempt"]);
    stop();
    world.before = async () => {};
    world.sent = [];
    stop = tab.startExamSending("asha", told);
    await until(async () => expect(await here()).toEqual(nothing));
    expect(routes()).toEqual(["save-exam-attempt", "mark-exam-attempt"]);
  });

  it("are not sent while another learner is logged in", async () => {
    world.learner = { userId: "bina" };
    stop = tab.startExamSending("asha", told);
    await tab.saveAttempt("asha", attemptId, attemptFacts());
    expect(await tab.flushLocalExams("asha", 1_000)).toBe(1);
    expect(world.sent).toEqual([]);
  });

  it("are cleared for one learner only", async () => {
    await tab.saveAttempt("asha", attemptId, attemptFacts());
    await tab.saveAttempt("bina", otherAttemptId, attemptFacts());
    await tab.clearLocalExams("asha");
    expect(await here()).toEqual(nothing);
    expect((await tab.loadLocalExams("bina")).attempts).toHaveLength(1);
  });
});

describe("a deleted exam attempt", () => {
  it("is deleted on the server, and a later save does not restore it", async () => {
    await tab.saveAttempt("asha", attemptId, runningAttemptFacts(1));
    await tab.changeMarking("asha", attemptId, markingId, [aNote(1)]);
    await tab.removeAttempt("asha", attemptId);
    await tab.saveAttempt("asha", attemptId, runningAttemptFacts(2));
    await tab.changeMarking("asha", attemptId, markingId, [aNote(2)]);
    expect(await here()).toEqual({ ...nothing, attempts: [{ userId: "asha", attemptId, kind: "removed" }] });
    expect(await tab.loadRunningAttempt("asha")).toBeNull();
    stop = tab.startExamSending("asha", told);
    await until(async () => expect(await here()).toEqual(nothing));
    expect(world.sent).toEqual([{ route: "delete-exam-attempt", params: { attemptId } }]);
    expect(told.onAttemptRemoved).toHaveBeenCalledExactlyOnceWith(attemptId);
    expect(told.onChangesDropped).not.toHaveBeenCalled();
  });

  it("loses its unsent changes in this browser if another device deleted the attempt", async () => {
    failWith("attempt_deleted");
    stop = tab.startExamSending("asha", told);
    await tab.changeMarking("asha", attemptId, markingId, [aNote(1)]);
    await until(async () => expect(await here()).toEqual(nothing));
    expect(told.onAttemptRemoved).toHaveBeenCalledExactlyOnceWith(attemptId);
    expect(told.onChangesDropped, "marks that were made here").toHaveBeenCalledExactlyOnceWith(
      expect.objectContaining({ kind: "changes", attemptId, changes: [aNote(1)] }),
    );
  });

  it("remains in this browser while its exam runs here, if another device deleted the attempt", async () => {
    const leave = await acquireExamLock("asha");
    failWith("attempt_deleted");
    await tab.saveAttempt("asha", attemptId, runningAttemptFacts(1));
    stop = tab.startExamSending("asha", told);
    await until(async () => expect((await here()).attempts).toMatchObject([{ refused: "attempt_deleted" }]));
    expect(await tab.loadRunningAttempt("asha")).toEqual({ attemptId, facts: runningAttemptFacts(1) });
    expect(told.onAttemptRemoved).not.toHaveBeenCalled();
    stop();
    leave?.();
    // The lock is released asynchronously.
    await until(async () => expect((await navigator.locks.query()).held).toEqual([]));
    stop = tab.startExamSending("asha", told);
    await until(async () => expect(await here()).toEqual(nothing));
    expect(told.onAttemptRemoved).toHaveBeenCalledExactlyOnceWith(attemptId);
  });
});

describe("the changes of a marking", () => {
  it("are sent after their exam attempt, in batches of at most the allowed size", async () => {
    const notes = Array.from({ length: maxChangesPerRequest + 1 }, (_, number) => aNote(number));
    await tab.changeMarking("asha", attemptId, markingId, notes);
    await tab.saveAttempt("asha", attemptId, attemptFacts());
    stop = tab.startExamSending("asha", told);
    await until(async () => expect(await here()).toEqual(nothing));
    expect(routes()).toEqual(["save-exam-attempt", "mark-exam-attempt", "mark-exam-attempt"]);
    expect(world.sent.map(({ body }) => body?.changes?.length)).toEqual([undefined, maxChangesPerRequest, 1]);
    expect(notesOf(world.marked)).toHaveLength(notes.length);
  });

  it("contain only the latest change of a note", async () => {
    const [first, second] = [aNote(1, 1), { ...aNote(1, 2), changed_at: "2026-11-22T12:00:00.000Z" }];
    await tab.changeMarking("asha", attemptId, markingId, [second]);
    await tab.changeMarking("asha", attemptId, markingId, [first]);
    expect((await here()).markings).toMatchObject([{ marking_id: markingId, changes: [second] }]);
  });

  it("all reach the server if two tabs change the marking at once", async () => {
    const one = tab;
    const other = await openTab();
    const stops = [one.startExamSending("asha", told), other.startExamSending("asha", told)];
    stop = () => stops.forEach((end) => void end());
    const notes = Array.from({ length: 12 }, (_, number) => aNote(number));
    await Promise.all(
      notes.map((note, number) => (number % 2 ? one : other).changeMarking("asha", attemptId, markingId, [note])),
    );
    await until(async () => expect(await here()).toEqual(nothing));
    expect(world.marked).toEqual(mergeChanges(notes, []));
  });

  it("are sent again with the next change if the server refuses them", async () => {
    failWith("too_many_markings");
    stop = tab.startExamSending("asha", told);
    await tab.changeMarking("asha", attemptId, markingId, [aNote(1)]);
    await until(async () => expect((await here()).markings).toMatchObject([{ refused: "too_many_markings" }]));
    world.before = async () => {};
    await tab.changeMarking("asha", attemptId, markingId, [aNote(2)]);
    vi.runOnlyPendingTimers();
    await until(async () => expect(await here()).toEqual(nothing));
    expect(notesOf(world.marked)).toHaveLength(2);
  });

  it("are retried after a conflict until the server accepts them", async () => {
    failWith("changed_meanwhile");
    stop = tab.startExamSending("asha", told);
    await tab.changeMarking("asha", attemptId, markingId, [aNote(1)]);
    await vi.advanceTimersByTimeAsync(60_000);
    await until(() => expect(routes().length).toBeGreaterThan(1));
    expect((await here()).markings).toMatchObject([{ changes: [{ type: "note" }] }]);
    expect((await here()).markings[0]).not.toHaveProperty("refused");
    world.before = async () => {};
    await vi.advanceTimersByTimeAsync(300_000);
    await until(async () => expect(await here()).toEqual(nothing));
    expect(notesOf(world.marked)).toHaveLength(1);
  });

  it("do not block later changes if the marking is full", async () => {
    world.room = 1;
    stop = tab.startExamSending("asha", told);
    const notes = Array.from({ length: maxChangesPerRequest + 1 }, (_, number) => aNote(number));
    await tab.changeMarking("asha", attemptId, markingId, notes);
    vi.runOnlyPendingTimers();
    await until(() => expect(routes()).toHaveLength(2));
    await until(async () => expect((await here()).markings).toMatchObject([{ changes: [], leftOut: notes.slice(1) }]));
    expect(await tab.flushLocalExams("asha", 10)).toBe(1);
    // A later change of the same note replaces the change that was left out.
    const [, second = notes[0]] = notes;
    const removed = { ...second, changed_at: "2026-11-22T12:00:00.000Z", note: null } as MarkingChange;
    await tab.changeMarking("asha", attemptId, markingId, [removed]);
    vi.runOnlyPendingTimers();
    await until(async () => expect((await here()).markings).toMatchObject([{ changes: [], leftOut: notes.slice(2) }]));
    // A new start simulates the next visit, at which the app sends the changes that were left out.
    stop();
    world.room = 300;
    await start();
    await until(async () => expect(await here()).toEqual(nothing));
    expect(notesOf(world.marked)).toHaveLength(maxChangesPerRequest);
  });

  it("are sent together within half a minute", async () => {
    await start();
    for (const number of [1, 2, 3]) await tab.changeMarking("asha", attemptId, markingId, [aNote(number)]);
    expect(world.sent).toEqual([]);
    vi.advanceTimersByTime(30_000);
    await until(async () => expect(await here()).toEqual(nothing));
    expect(world.sent.map(({ body }) => body?.changes.length)).toEqual([3]);
  });

  it("are sent at once when the page becomes hidden", async () => {
    await start();
    await tab.changeMarking("asha", attemptId, markingId, [aNote(1)]);
    Object.assign(document, { visibilityState: "hidden" });
    document.dispatchEvent(new Event("visibilitychange"));
    await until(async () => expect(await here()).toEqual(nothing));
    expect(notesOf(world.marked)).toHaveLength(1);
  });
});

describe("a deleted marking", () => {
  const key = { userId: "asha", attemptId, marking_id: markingId };

  it("is deleted on the server once, and another tab's later change does not restore it", async () => {
    await tab.changeMarking("asha", attemptId, markingId, [aNote(1)]);
    await tab.removeMarking("asha", attemptId, markingId);
    const late = await openTab();
    await late.changeMarking("asha", attemptId, markingId, [aNote(2)]);
    await late.changeMarking("asha", attemptId, otherAttemptId, [aNote(3)]);
    expect(await here()).toMatchObject({ removedMarkings: [key], markings: [{ marking_id: otherAttemptId }] });
    await start();
    await until(async () => expect(await here()).toEqual(nothing));
    const params = { attemptId, markingId };
    expect(world.sent).toContainEqual({ route: "delete-exam-marking", params });
    expect(routes().toSorted()).toEqual(["delete-exam-marking", "mark-exam-attempt"]);
    expect(told.onMarkingRemoved).toHaveBeenCalledExactlyOnceWith(attemptId, markingId);
  });

  it("is queued for deletion while the server is unreachable", async () => {
    failWith("unreachable");
    await tab.removeMarking("asha", attemptId, markingId);
    await start();
    expect(await here()).toMatchObject({ removedMarkings: [key] });
    expect(await tab.flushLocalExams("asha", 10)).toBe(1);
  });

  it("is deleted even if its changes are still being sent", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    world.before = ({ route }) => (route === "mark-exam-attempt" ? promise : Promise.resolve());
    stop = tab.startExamSending("asha", told);
    await tab.changeMarking("asha", attemptId, markingId, [aNote(1)]);
    vi.runOnlyPendingTimers();
    await until(() => expect(routes()).toEqual(["mark-exam-attempt"]));
    await tab.removeMarking("asha", attemptId, markingId);
    resolve();
    await until(async () => expect(await here()).toEqual(nothing));
    expect(routes()).toEqual(["mark-exam-attempt", "delete-exam-marking"]);
  });

  it("is reported as not deleted if the server refuses its deletion", async () => {
    await tab.removeMarking("asha", attemptId, markingId);
    failWith("bad_request");
    stop = tab.startExamSending("asha", told);
    await until(() => expect(world.toasts).toEqual(["The server did not delete a marking."]));
    await until(async () => expect(await here()).toEqual(nothing));
  });

  it("is removed from this browser if another device deleted it", async () => {
    failWith("marking_deleted");
    stop = tab.startExamSending("asha", told);
    await tab.changeMarking("asha", attemptId, markingId, [aNote(1)]);
    vi.runOnlyPendingTimers();
    await until(async () => expect(await here()).toEqual(nothing));
    expect(told.onMarkingRemoved).toHaveBeenCalledExactlyOnceWith(attemptId, markingId);
    expect(told.onAttemptRemoved).not.toHaveBeenCalled();
  });
});

describe("changes of a marking in local storage", () => {
  const notTaking = (name: string) =>
    vi.spyOn(IDBDatabase.prototype, "transaction").mockImplementationOnce(() => {
      throw new DOMException("The database takes nothing", name);
    });

  it("are sent after a reload if the exam database aborted the write", async () => {
    notTaking("AbortError");
    await expect(tab.changeMarking("asha", attemptId, markingId, [aNote(1)])).rejects.toThrow();
    await tab.changeMarking("asha", attemptId, markingId, [aNote(2)]);
    tab = await openTab();
    expect((await tab.loadLocalExams("bina")).markings).toEqual([]);
    expect((await here()).markings).toMatchObject([{ attemptId, marking_id: markingId, changes: [{}, {}] }]);
    expect([...local.keys()]).toEqual([]);
    stop = tab.startExamSending("asha", told);
    await until(async () => expect(await here()).toEqual(nothing));
    expect(world.marked).toEqual(mergeChanges([aNote(1), aNote(2)], []));
  });

  it("are written synchronously", () => {
    void tab.changeMarking("asha", attemptId, markingId, [aNote(1)]);
    expect([...local.values()].map((text) => JSON.parse(text))).toMatchObject([
      { attemptId, marking_id: markingId, changes: [aNote(1)] },
    ]);
  });

  it("are not restored if they are cleared during a read", async () => {
    notTaking("AbortError");
    await expect(tab.changeMarking("asha", attemptId, markingId, [aNote(1)])).rejects.toThrow();
    const looking = here();
    local.clear();
    expect(await looking).toEqual(nothing);
  });

  it("are not restored after a reload if the exam database was full", async () => {
    notTaking("QuotaExceededError");
    await expect(tab.changeMarking("asha", attemptId, markingId, [aNote(1)])).rejects.toThrow();
    tab = await openTab();
    expect(await here()).toEqual(nothing);
  });

  it("are removed if they are unreadable, and do not block the loading of exam attempts", async () => {
    local.set("exam_changes_asha_1", "{");
    await tab.saveAttempt("asha", attemptId, attemptFacts());
    expect((await here()).attempts).toHaveLength(1);
    expect([...local.keys()]).toEqual([]);
  });
});

describe("the running exam attempt", () => {
  it.each([
    ["first", [attemptId, otherAttemptId]],
    ["last", [otherAttemptId, attemptId]],
  ])("is the newer of two, even if it is %s in the database", async (_place, [newer = "", older = ""]) => {
    await tab.saveAttempt("asha", older, { ...runningAttemptFacts(), started_at: "2026-11-22T09:00:00.000Z" });
    await tab.saveAttempt("asha", newer, { ...runningAttemptFacts(), started_at: "2026-11-22T10:00:00.000+00:00" });
    expect(await tab.loadRunningAttempt("asha")).toMatchObject({ attemptId: newer });
  });
});

describe("a change of the exams in this browser", () => {
  it("is reported to another tab", async () => {
    const other = await openTab();
    const heard = vi.fn();
    stop = other.onLocalExamsChanged("asha", heard);
    await tab.saveAttempt("asha", attemptId, runningAttemptFacts());
    await until(() => expect(heard).toHaveBeenCalled());
  });
});
