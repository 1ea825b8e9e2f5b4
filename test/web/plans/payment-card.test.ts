// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useCountdown } from "../../../web/src/features/plans/payment-card.tsx";
import { showHook } from "../support/shown-hook.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] }));
afterEach(() => void vi.useRealTimers());

const pass = async (seconds: number) => {
  for (let second = 0; second < seconds; second += 1) await act(() => vi.advanceTimersByTimeAsync(1_000));
};

function shown(onEnd: () => void) {
  return showHook<boolean, number>((paused) => useCountdown(3, paused, onEnd), false);
}

test("seconds are counted down, and the end is told once, when none are left", async () => {
  const onEnd = vi.fn();
  const { told } = await shown(onEnd);
  expect(told()).toBe(3);
  await pass(2);
  expect([told(), onEnd.mock.calls.length]).toEqual([1, 0]);
  await pass(5);
  expect([told(), onEnd.mock.calls.length]).toEqual([0, 1]);
});

test("while it is paused it stands still, and goes on from there", async () => {
  const onEnd = vi.fn();
  const { told, give } = await shown(onEnd);
  await pass(1);
  await give(true);
  await pass(10);
  expect(told()).toBe(2);
  await give(false);
  await pass(2);
  expect(onEnd).toHaveBeenCalledTimes(1);
});

test("the end of one that is gone is told to nobody", async () => {
  const onEnd = vi.fn();
  const { remove } = await shown(onEnd);
  await remove();
  await pass(10);
  expect(onEnd).not.toHaveBeenCalled();
});
