import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { whenIdle } from "../../../web/src/browser/timing.ts";

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false;
  void promise.then(() => {
    settled = true;
  });
  await vi.advanceTimersByTimeAsync(0);
  return settled;
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("whenIdle waits for the browser's idle callback, which has a timeout of 500 ms", async () => {
  const asked: { run: IdleRequestCallback; options: IdleRequestOptions | undefined }[] = [];
  const requestIdleCallback = (run: IdleRequestCallback, options?: IdleRequestOptions) => asked.push({ run, options });
  vi.stubGlobal("requestIdleCallback", requestIdleCallback);
  vi.stubGlobal("window", { requestIdleCallback });
  const idle = whenIdle();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await isSettled(idle)).toBe(false);
  expect(asked.map(({ options }) => options)).toEqual([{ timeout: 500 }]);
  asked[0]?.run({ didTimeout: false, timeRemaining: () => 10 });
  expect(await isSettled(idle)).toBe(true);
});

it("whenIdle waits 50 ms in a browser without idle callbacks", async () => {
  vi.stubGlobal("window", {});
  const idle = whenIdle();
  await vi.advanceTimersByTimeAsync(49);
  expect(await isSettled(idle)).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await isSettled(idle)).toBe(true);
});
