import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { memoryStorage } from "../browser/memory-storage.ts";
import { aSave } from "./queued-saves.ts";

type Sent = { route: string; params: unknown; body: unknown };
type Answer = () => Promise<void>;

const world = vi.hoisted(() => ({
  sent: [] as Sent[],
  answer: (async () => {}) as Answer,
  learner: { userId: "asha" } as { userId: string } | null,
}));

vi.mock("../../../web/src/features/accounts/session.ts", () => ({
  loadAuth: async () => ({ currentLearner: async () => world.learner }),
}));
vi.mock("../../../web/src/api.ts", async (original) => ({
  ...(await original<typeof import("../../../web/src/api.ts")>()),
  callApi: async (route: string, { params, body }: Omit<Sent, "route">) => {
    world.sent.push({ route, params, body });
    await world.answer();
  },
}));

const { ApiError } = await import("../../../web/src/api.ts");
const { flushProgress, queueProgress, startProgressSender } = await import(
  "../../../web/src/features/progress/progress-sending.ts"
);

const unreachable = () => Promise.reject(new ApiError("unreachable", "No network"));
const settle = () => vi.advanceTimersByTimeAsync(0);
const storedKeys = () => Array.from({ length: localStorage.length }, (_, at) => localStorage.key(at) ?? "");

function openPage() {
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" });
  const network = new EventTarget();
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", network);
  return { page, network };
}

let stop = () => {};
let browser = openPage();

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, "warn").mockImplementation(() => {});
  vi.stubGlobal("localStorage", memoryStorage());
  browser = openPage();
  Object.assign(world, { sent: [], answer: async () => {}, learner: { userId: "asha" } });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("unsent progress", () => {
  it("is sent to the route save-progress, then removed from the browser", async () => {
    stop = startProgressSender("asha");
    queueProgress("asha", aSave(1, 1));
    await settle();
    const { attempts, completed, last_attempt_at } = aSave(1, 1);
    expect(world.sent).toEqual([
      {
        route: "save-progress",
        params: { scenarioId: "example-1", segmentId: "segment-1" },
        body: { attempts, completed, last_attempt_at },
      },
    ]);
    expect(storedKeys()).toEqual([]);
  });

  it("is sent when the sender starts", async () => {
    queueProgress("asha", aSave(1, 1));
    await settle();
    expect(world.sent).toEqual([]);
    stop = startProgressSender("asha");
    await settle();
    expect(world.sent).toHaveLength(1);
  });

  it.each([
    ["the network comes back", () => browser.network.dispatchEvent(new Event("online"))],
    ["the page becomes visible", () => browser.page.dispatchEvent(new Event("visibilitychange"))],
  ])("is sent when %s, before the next retry is due", async (_, happen) => {
    world.answer = unreachable;
    stop = startProgressSender("asha");
    queueProgress("asha", aSave(1, 1));
    await settle();
    expect(world.sent).toHaveLength(1);
    await settle();
    expect(world.sent).toHaveLength(1);
    world.answer = async () => {};
    happen();
    await settle();
    expect(world.sent).toHaveLength(2);
    expect(storedKeys()).toEqual([]);
  });

  it("is not sent when the page becomes hidden", async () => {
    world.answer = unreachable;
    stop = startProgressSender("asha");
    queueProgress("asha", aSave(1, 1));
    await settle();
    browser.page.visibilityState = "hidden";
    browser.page.dispatchEvent(new Event("visibilitychange"));
    await settle();
    expect(world.sent).toHaveLength(1);
  });

  it("is sent again after two seconds, the longest possible first delay", async () => {
    vi.spyOn(Math, "random").mockReturnValue(0);
    world.answer = unreachable;
    stop = startProgressSender("asha");
    queueProgress("asha", aSave(1, 1));
    await settle();
    world.answer = async () => {};
    await vi.advanceTimersByTimeAsync(1_999);
    expect(world.sent).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(world.sent).toHaveLength(2);
  });

  it("is not sent after the sender was stopped, even if the network returns", async () => {
    world.answer = unreachable;
    startProgressSender("asha")();
    queueProgress("asha", aSave(1, 1));
    browser.network.dispatchEvent(new Event("online"));
    browser.page.dispatchEvent(new Event("visibilitychange"));
    await vi.advanceTimersByTimeAsync(600_000);
    expect(world.sent).toEqual([]);
    expect(storedKeys()).toHaveLength(1);
  });

  it("is not retried after a failure if the sender was stopped", async () => {
    world.answer = unreachable;
    const stopSending = startProgressSender("asha");
    queueProgress("asha", aSave(1, 1));
    await settle();
    stopSending();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(world.sent).toHaveLength(1);
  });

  it("remains stored while another learner is logged in", async () => {
    world.learner = { userId: "bina" };
    stop = startProgressSender("asha");
    queueProgress("asha", aSave(1, 1));
    await vi.advanceTimersByTimeAsync(600_000);
    expect(world.sent).toEqual([]);
    expect(storedKeys()).toHaveLength(1);
  });

  it("remains unsent if it belongs to another learner", async () => {
    stop = startProgressSender("asha");
    queueProgress("bina", aSave(1, 1));
    await settle();
    expect(world.sent).toEqual([]);
    expect(await flushProgress("bina", 1_000)).toBe(1);
  });

  it("is removed from the browser if the server refuses it", async () => {
    world.answer = () => Promise.reject(new ApiError("bad_request", "No"));
    stop = startProgressSender("asha");
    queueProgress("asha", aSave(1, 1));
    await settle();
    expect(storedKeys()).toEqual([]);
    expect(console.warn).toHaveBeenCalledWith("Progress was refused and is discarded", expect.any(ApiError));
  });

  it("is sent by a flush, which returns the number of unsent saves", async () => {
    world.answer = unreachable;
    stop = startProgressSender("asha");
    queueProgress("asha", aSave(1, 1));
    await settle();
    const left = flushProgress("asha", 1_000);
    await settle();
    expect(world.sent).toHaveLength(2);
    expect(await left).toBe(1);
    world.answer = async () => {};
    expect(await flushProgress("asha", 1_000)).toBe(0);
  });

  it("is sent under the learner's lock if the browser has locks", async () => {
    const names: string[] = [];
    const request = async <T>(name: string, work: () => Promise<T>) => {
      names.push(name);
      return work();
    };
    vi.stubGlobal("navigator", { locks: { request } });
    stop = startProgressSender("asha");
    queueProgress("asha", aSave(1, 1));
    await settle();
    expect(names).toEqual(["progress-asha", "parlance-busy"]);
    expect(world.sent).toHaveLength(1);
  });
});
