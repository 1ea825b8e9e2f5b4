// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { MarkingChange } from "../../../domain/exam/exam-attempt.ts";
import type { NewComment } from "../../../domain/sharing/share-comment.ts";
import { createCommentOutbox } from "../../../web/src/guest/comment-outbox.ts";
import { notSavedText } from "../../../web/src/guest/failure-texts.ts";
import { createMarkingOutbox } from "../../../web/src/guest/marking-outbox.ts";
import { type FailureCode, GuestCallError, type SharedApi } from "../../../web/src/guest/shared-api.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

type Call = { name: string; body: unknown };

function createApi(answer: (body: never) => unknown, failures: FailureCode[] = []) {
  const calls: Call[] = [];
  const api: SharedApi = {
    call: async (name, body) => {
      calls.push({ name, body });
      const code = failures.shift();
      if (code) throw new GuestCallError(code);
      // `answer` returns the response of the only route that the outbox calls.
      return answer(body as never) as never;
    },
  };
  return { api, calls };
}

const link = "1a2b3c4d";
const options = { link, name: () => "Bina", onSaved: vi.fn(), onClosed: vi.fn() };
const comment: NewComment = {
  comment_id: "00000000-0000-4000-8000-000000000001",
  ...{ dialogue: 0, segment: 0, at_seconds: 7.3, kind: "term", text: "slow", unit: null, voice: null },
};
const savedAs = ({ comment: sent }: { comment: NewComment }) => ({ comment: sent, upload: null });

describe("createCommentOutbox", () => {
  test("sends a waiting comment when the network is back, and not again", async () => {
    const { api, calls } = createApi(savedAs, ["unreachable"]);
    const outbox = createCommentOutbox({ ...options, api });
    outbox.add(comment, null);
    await vi.advanceTimersByTimeAsync(0);
    expect([calls.length, outbox.trouble.get(), outbox.waiting.get().length]).toEqual([1, "unreachable", 1]);
    dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(0);
    expect([calls.length, outbox.trouble.get(), outbox.waiting.get()]).toEqual([2, null, []]);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(calls).toHaveLength(2);
  });

  test("sends a comment again within a minute after a failure of the server", async () => {
    const { api, calls } = createApi(savedAs, ["service_unavailable"]);
    const outbox = createCommentOutbox({ ...options, api });
    outbox.add(comment, null);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([calls.length, outbox.waiting.get()]).toEqual([2, []]);
  });

  test("sends the unsent written comment of an earlier page when retry is called", async () => {
    const failing = createCommentOutbox({ ...options, api: createApi(savedAs, Array(9).fill("unreachable")).api });
    failing.add(comment, null);
    await vi.advanceTimersByTimeAsync(0);
    const { api, calls } = createApi(savedAs);
    const outbox = createCommentOutbox({ ...options, api });
    expect(outbox.waiting.get()).toMatchObject([{ comment: { text: "slow" } }]);
    outbox.retry();
    await vi.advanceTimersByTimeAsync(0);
    expect(calls).toMatchObject([{ name: "save-guest-comment", body: { name: "Bina", comment: { text: "slow" } } }]);
  });

  test("lists a refused comment as waiting, and sends the next comment", async () => {
    const { api, calls } = createApi(savedAs, ["too_many_comments"]);
    const outbox = createCommentOutbox({ ...options, api });
    outbox.add(comment, null);
    outbox.add({ ...comment, comment_id: "00000000-0000-4000-8000-000000000002" }, null);
    await vi.advanceTimersByTimeAsync(0);
    expect(calls).toHaveLength(2);
    expect(outbox.waiting.get()).toMatchObject([{ comment, refused: "too_many_comments" }]);
  });

  test("preserves a comment that the server no longer has, and notSavedText suggests a new comment", async () => {
    const { api, calls } = createApi(savedAs, ["comment_not_found"]);
    const outbox = createCommentOutbox({ ...options, api });
    outbox.add(comment, null);
    await vi.advanceTimersByTimeAsync(600_000);
    expect([calls.length, outbox.waiting.get()]).toMatchObject([1, [{ comment, refused: "comment_not_found" }]]);
    expect(notSavedText("comment_not_found", "written comment")).toMatch(/was deleted\. Write or record a new one\./);
  });

  test("reports an ended link, and preserves the comment", async () => {
    const onClosed = vi.fn();
    const { api, calls } = createApi(savedAs, ["link_ended"]);
    const outbox = createCommentOutbox({ ...options, api, onClosed });
    outbox.add(comment, null);
    await vi.advanceTimersByTimeAsync(600_000);
    expect(onClosed.mock.calls).toEqual([["link_ended"]]);
    expect([calls.length, outbox.waiting.get().length]).toEqual([1, 1]);
  });
});

test("notSavedText asks for a new recording of a refused voice comment, a shorter text of a written one, and another name for marks", () => {
  expect(notSavedText("bad_request", "voice comment")).toBe(
    "This cannot be saved. Record it again, or write it. Check your name too.",
  );
  expect(notSavedText("bad_request", "written comment")).toMatch(/^This cannot be saved\. Write it again, shorter/);
  expect(notSavedText("bad_request", "marks")).toBe(
    "This cannot be saved. Check your name: use no special characters.",
  );
});

function createSlowApi({ api }: { api: SharedApi }) {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const slow: SharedApi = {
    call: async (name, body) => {
      const reply = await api.call(name, body);
      await answered;
      return reply;
    },
  };
  return { api: slow, answer };
}

test("createCommentOutbox does not report a comment as saved if all comments were discarded during the request", async () => {
  const onSaved = vi.fn();
  const { api, answer } = createSlowApi(createApi(savedAs));
  const outbox = createCommentOutbox({ ...options, api, onSaved });
  outbox.add(comment, null);
  outbox.discardAll();
  answer();
  await vi.advanceTimersByTimeAsync(0);
  expect(onSaved).not.toHaveBeenCalled();
});

const tick = (unit: number): MarkingChange => ({
  ...{ type: "tick", dialogue: 0, segment: 0, unit, sign: "0123abcd", outcome: "carried" },
  changed_at: "2026-11-26T09:00:00.000Z",
});

type MarkingBody = { created_at: string; changes: MarkingChange[] };

function createMarkingServer(failures: FailureCode[] = []) {
  const stored: MarkingChange[] = [];
  const answer = ({ created_at, changes }: MarkingBody) => {
    stored.push(...changes);
    return { marking_id: "00000000-0000-4000-8000-0000000000aa", created_at, changes: [...stored] };
  };
  return { stored, ...createApi(answer, failures) };
}

function createMarking(api: SharedApi) {
  const onStored = vi.fn();
  const now = () => new Date("2026-11-26T09:00:00.000Z");
  return { onStored, outbox: createMarkingOutbox({ ...options, api, now, onStored }) };
}

describe("createMarkingOutbox", () => {
  test("sends changes together, but at most 40 in a request", async () => {
    const { api, calls, stored } = createMarkingServer();
    const { outbox, onStored } = createMarking(api);
    for (let unit = 0; unit < 90; unit += 1) outbox.add([tick(unit)]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(calls.map(({ body }) => (body as MarkingBody).changes.length)).toEqual([40, 40, 10]);
    expect([stored.length, outbox.state.get().pending, onStored.mock.calls.length]).toEqual([90, [], 1]);
  });

  test("sends a change from before a reload when retry() is called", async () => {
    const before = createMarkingServer(Array(9).fill("service_unavailable"));
    createMarking(before.api).outbox.add([tick(1)]);
    await vi.advanceTimersByTimeAsync(2_000);
    const { api, stored } = createMarkingServer();
    const { outbox } = createMarking(api);
    expect(outbox.state.get().changes).toEqual([tick(1)]);
    outbox.retry();
    await vi.advanceTimersByTimeAsync(0);
    expect(stored).toEqual([tick(1)]);
  });

  test("sends a change that was made while an older change was being sent", async () => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const { api, stored } = createMarkingServer();
    const slowApi: SharedApi = {
      call: async (name, body) => {
        await answered;
        return api.call(name, body);
      },
    };
    const { outbox } = createMarking(slowApi);
    const later = { ...tick(1), outcome: "missed", changed_at: "2026-11-26T09:00:01.000Z" } as const;
    outbox.add([tick(1)]);
    await vi.advanceTimersByTimeAsync(1_500);
    outbox.add([later]);
    answer();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(stored).toEqual([tick(1), later]);
    expect(outbox.state.get()).toMatchObject({ changes: [later], pending: [] });
  });

  test("keeps a saved change when it merges a marking that the server sent earlier", async () => {
    const { api } = createMarkingServer();
    const { outbox } = createMarking(api);
    const earlier = {
      marking_id: "00000000-0000-4000-8000-0000000000aa",
      ...{ created_at: "2026-11-26T08:00:00.000Z", changes: [tick(0)] },
    };
    outbox.merge(earlier);
    outbox.add([tick(1)]);
    await vi.advanceTimersByTimeAsync(2_000);
    outbox.merge(earlier);
    expect(outbox.state.get()).toMatchObject({ changes: [tick(0), tick(1)], pending: [] });
  });

  test("reports that the marking is full if the server leaves out a change", async () => {
    const { api } = createApi(({ created_at }: MarkingBody) => ({
      ...{ marking_id: "00000000-0000-4000-8000-0000000000aa", created_at, changes: [] },
      left_out: [tick(1)],
    }));
    const { outbox } = createMarking(api);
    outbox.add([tick(1)]);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(outbox.state.get()).toMatchObject({ isFull: true, pending: [], changes: [] });
  });

  test.each<[string, FailureCode[]]>([
    ["reply", []],
    ["refusal", ["guest_unknown"]],
  ])("ignores a %s that arrives after the outbox was cleared", async (_, failures) => {
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    const server = createMarkingServer(failures);
    const api: SharedApi = { call: (name, body) => answered.then(() => server.api.call(name, body)) };
    const { outbox } = createMarking(api);
    outbox.add([tick(1)]);
    await vi.advanceTimersByTimeAsync(1_500);
    outbox.clear();
    answer();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(outbox.state.get()).toEqual({ changes: [], pending: [], trouble: null, isFull: false });
  });
});
