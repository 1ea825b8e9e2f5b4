// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useCountdown } from "../../../web/src/features/plans/payment-card.tsx";
import { renderHook } from "../support/render-hook.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const pass = async (seconds: number) => {
  for (let second = 0; second < seconds; second += 1) await act(() => vi.advanceTimersByTimeAsync(1_000));
};

function shown(onEnd: () => void) {
  return renderHook<boolean, number>((paused) => useCountdown(3, paused, onEnd), false);
}

test("useCountdown counts the seconds down and reports the end once", async () => {
  const onEnd = vi.fn();
  const { result } = await shown(onEnd);
  expect(result()).toBe(3);
  await pass(2);
  expect([result(), onEnd.mock.calls.length]).toEqual([1, 0]);
  await pass(5);
  expect([result(), onEnd.mock.calls.length]).toEqual([0, 1]);
});

test("useCountdown stops while it is paused, and continues from the same second", async () => {
  const onEnd = vi.fn();
  const { result, rerender } = await shown(onEnd);
  await pass(1);
  await rerender(true);
  await pass(10);
  expect(result()).toBe(2);
  await rerender(false);
  await pass(2);
  expect(onEnd).toHaveBeenCalledTimes(1);
});

test("useCountdown does not report the end after the component is removed", async () => {
  const onEnd = vi.fn();
  const { unmount } = await shown(onEnd);
  await unmount();
  await pass(10);
  expect(onEnd).not.toHaveBeenCalled();
});
