import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  backOffMs,
  isRenewalDue,
  keepTokensFresh,
  renewWithBackOff,
} from "../../../web/src/features/accounts/token-renewal.ts";

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

test("isRenewalDue is true from 90 seconds before the token expires", () => {
  expect([90_001, 90_000, 1, 0, -1].map((leftMs) => isRenewalDue(1000 + leftMs, 1000))).toEqual([
    false,
    true,
    true,
    true,
    true,
  ]);
});

test("backOffMs returns 200 ms for the first failure, and doubles the delay for each further failure", () => {
  expect([1, 2, 3, 4, 5, 6, 7].map(backOffMs)).toEqual([200, 400, 800, 1600, 3200, 6400, 12_800]);
});

describe("a renewal", () => {
  const wait = (ms: number) => new Promise<void>((resolve) => void setTimeout(resolve, ms));
  const failing = (times: number, takesMs = 0) => {
    const triedAtMs: number[] = [];
    const startedMs = Date.now();
    const renew = async () => {
      triedAtMs.push(Date.now() - startedMs);
      if (takesMs > 0) await wait(takesMs);
      if (triedAtMs.length <= times) throw new Error("no network");
      return "renewed" as const;
    };
    return { renew, triedAtMs };
  };
  const means = { nowMs: Date.now, wait, isStopped: () => false };

  test("is retried with doubling delays for at most half a minute", async () => {
    const { renew, triedAtMs } = failing(100);
    const outcome = renewWithBackOff(renew, { ...means, nowMs: () => Date.now() });
    await vi.runAllTimersAsync();
    expect(await outcome).toBe("failed");
    expect(triedAtMs).toEqual([0, 200, 600, 1400, 3000, 6200, 12_600, 25_400]);
  });

  test("is retried less often if each attempt takes long", async () => {
    const { renew, triedAtMs } = failing(100, 10_000);
    const outcome = renewWithBackOff(renew, { ...means, nowMs: () => Date.now() });
    await vi.runAllTimersAsync();
    expect(await outcome).toBe("failed");
    expect(triedAtMs).toEqual([0, 10_200, 20_600]);
  });

  test("ends when it succeeds or is refused", async () => {
    const { renew, triedAtMs } = failing(2);
    const outcome = renewWithBackOff(renew, { ...means, nowMs: () => Date.now() });
    await vi.runAllTimersAsync();
    expect(await outcome).toBe("renewed");
    expect(triedAtMs).toHaveLength(3);
    expect(await renewWithBackOff(async () => "refused", means)).toBe("refused");
  });

  test("is not retried after it was stopped", async () => {
    const { renew, triedAtMs } = failing(100);
    const outcome = renewWithBackOff(renew, { ...means, isStopped: () => true });
    await vi.runAllTimersAsync();
    expect(await outcome).toBe("failed");
    expect(triedAtMs).toHaveLength(1);
  });
});

function pageWith(leftMs: number, outcome: "renewed" | "refused" = "renewed") {
  const page = Object.assign(new EventTarget(), { visibilityState: "visible" as DocumentVisibilityState });
  const renewedAtMs: number[] = [];
  const refused = vi.fn();
  const startedMs = Date.now();
  let endMs: number | null = startedMs + leftMs;
  const stop = keepTokensFresh({
    expiresAtMs: () => endMs,
    renew: async () => {
      renewedAtMs.push(Date.now() - startedMs);
      if (outcome === "renewed") endMs = Date.now() + 3_600_000;
      return outcome;
    },
    onRefused: refused,
    page,
  });
  const become = (visibilityState: DocumentVisibilityState) => {
    page.visibilityState = visibilityState;
    page.dispatchEvent(new Event("visibilitychange"));
  };
  return { become, stop, renewedAtMs, refused, signOut: () => (endMs = null) };
}

describe("keepTokensFresh", () => {
  test("renews at the first 30-second check within 90 seconds of the expiry", async () => {
    const { renewedAtMs, stop } = pageWith(5 * 60_000);
    await vi.advanceTimersByTimeAsync(6 * 60_000);
    expect(renewedAtMs).toEqual([210_000]);
    stop();
  });

  test("renews at once if it starts 60 seconds before the expiry", async () => {
    const { renewedAtMs, stop } = pageWith(60_000);
    await vi.advanceTimersByTimeAsync(0);
    expect(renewedAtMs).toEqual([0]);
    stop();
  });

  test("delays a due renewal until a hidden page is visible again", async () => {
    const { become, renewedAtMs, stop } = pageWith(2 * 60_000);
    become("hidden");
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(renewedAtMs).toEqual([]);
    become("visible");
    await vi.advanceTimersByTimeAsync(0);
    expect(renewedAtMs).toEqual([600_000]);
    stop();
  });

  test("reports a refusal, and nothing more after the tokens are removed", async () => {
    const { refused, stop, signOut } = pageWith(0, "refused");
    await vi.advanceTimersByTimeAsync(0);
    expect(refused).toHaveBeenCalledOnce();
    signOut();
    await vi.advanceTimersByTimeAsync(120_000);
    expect(refused).toHaveBeenCalledOnce();
    stop();
  });

  test("renews nothing after it is stopped", async () => {
    const { renewedAtMs, stop } = pageWith(2 * 60_000);
    stop();
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect([renewedAtMs, vi.getTimerCount()]).toEqual([[], 0]);
  });
});
