// @vitest-environment happy-dom
import { act } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Subscription } from "../../../domain/plans/subscription.ts";
import { usePlanClock } from "../../../web/src/features/plans/plan-clock.ts";
import { renderHook } from "../support/render-hook.ts";
import { free, inDays, now, recurring } from "./subscriptions.ts";

const hourMs = 60 * 60 * 1000;
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

beforeEach(() => void vi.useFakeTimers({ now, toFake: ["setTimeout", "clearTimeout", "Date"] }));
afterEach(() => void vi.useRealTimers());

const endsIn = (days: number): Subscription => ({ ...recurring, end_date: inDays(days) });

test("usePlanClock updates the time when the number of a plan's remaining days changes", async () => {
  const { result } = await renderHook(usePlanClock, endsIn(2.25));
  await pass(6 * hourMs - 1);
  expect(result()).toEqual(now);
  await pass(1);
  expect(result()).toEqual(new Date(now.getTime() + 6 * hourMs));
  await pass(24 * hourMs);
  expect(result()).toEqual(new Date(now.getTime() + 30 * hourMs));
});

test("usePlanClock updates the time when the page becomes visible after a sleep", async () => {
  const { result } = await renderHook(usePlanClock, endsIn(20));
  const awake = new Date(now.getTime() + 100 * hourMs);
  // No timer fires while the machine sleeps.
  vi.setSystemTime(awake);
  expect(result()).toEqual(now);
  await act(async () => void document.dispatchEvent(new Event("visibilitychange")));
  expect(result()).toEqual(awake);
});

test("usePlanClock replaces its timer when the plan changes, and has no timer for the free plan", async () => {
  const { result, rerender } = await renderHook(usePlanClock, endsIn(0.25));
  expect(vi.getTimerCount()).toBe(1);
  await rerender(endsIn(0.5));
  await pass(6 * hourMs);
  expect(result()).toEqual(now);
  await pass(6 * hourMs);
  expect(result()).toEqual(new Date(now.getTime() + 12 * hourMs));
  await rerender(free);
  expect(vi.getTimerCount()).toBe(0);
});

test("usePlanClock sets no timer after the component is removed, even if the page becomes visible", async () => {
  const { unmount } = await renderHook(usePlanClock, endsIn(2));
  await unmount();
  document.dispatchEvent(new Event("visibilitychange"));
  expect(vi.getTimerCount()).toBe(0);
});
