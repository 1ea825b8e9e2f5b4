import { useEffect, useReducer } from "react";
import { upcomingStages } from "../../../../domain/plans/plan-outlook.ts";
import { accessEnd, type Subscription } from "../../../../domain/plans/subscription.ts";
import { serverNow } from "../../browser/server-time.ts";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Time until something that is said of a plan changes by itself: the days it has left, which plan runs, or that its access ends. Null if
 * nothing will. Never more than a day, so that a timer can always hold it.
 */
export function msUntilPlanChanges(subscription: Subscription | null, now: Date): number | null {
  if (!subscription || subscription.end_date === null) return null;
  const leftMs = Date.parse(subscription.end_date) - now.getTime();
  const [next] = upcomingStages(subscription, now);
  const nextMs = next ? Date.parse(next.starts_at) - now.getTime() : dayMs;
  if (leftMs > 0) return Math.min(leftMs % dayMs || dayMs, nextMs);
  const accessMs = (accessEnd(subscription)?.getTime() ?? 0) - now.getTime();
  return accessMs > 0 ? accessMs : null;
}

/** The present, by the server's clock; draws the component again whenever what is said of the plan changes. */
export function usePlanClock(subscription: Subscription | null): Date {
  const [, draw] = useReducer((times: number) => times + 1, 0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const arm = () => {
      clearTimeout(timer);
      const ms = msUntilPlanChanges(subscription, serverNow());
      if (ms !== null) timer = setTimeout(strike, ms);
    };
    const strike = () => {
      draw();
      arm();
    };
    // Timers stand still while a computer sleeps.
    document.addEventListener("visibilitychange", strike);
    arm();
    return () => {
      document.removeEventListener("visibilitychange", strike);
      clearTimeout(timer);
    };
  }, [subscription]);
  return serverNow();
}
