import { useEffect, useReducer } from "react";
import { upcomingStages } from "../../../../domain/plans/plan-outlook.ts";
import { accessEnd, type Subscription } from "../../../../domain/plans/subscription.ts";
import { serverNow } from "../../browser/server-time.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** A text about the plan may show the days left, which change once a day. */
export function msUntilPlanChanges(subscription: Subscription | null, now: Date): number | null {
  if (!subscription || subscription.end_date === null) return null;
  const leftMs = Date.parse(subscription.end_date) - now.getTime();
  const [next] = upcomingStages(subscription, now);
  const nextMs = next ? Date.parse(next.starts_at) - now.getTime() : dayMs;
  if (leftMs > 0) return Math.min(leftMs % dayMs || dayMs, nextMs);
  const accessMs = (accessEnd(subscription)?.getTime() ?? 0) - now.getTime();
  return accessMs > 0 ? accessMs : null;
}

/** Renders again when the days left, the plan or the access changes. */
export function usePlanClock(subscription: Subscription | null): Date {
  const [, draw] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const setTimer = () => {
      clearTimeout(timer);
      const ms = msUntilPlanChanges(subscription, serverNow());
      if (ms !== null) timer = setTimeout(update, ms);
    };
    const update = () => {
      draw();
      setTimer();
    };
    // Timers pause while a computer sleeps, so the page also updates when it becomes visible again.
    document.addEventListener("visibilitychange", update);
    setTimer();
    return () => {
      document.removeEventListener("visibilitychange", update);
      clearTimeout(timer);
    };
  }, [subscription]);
  return serverNow();
}
