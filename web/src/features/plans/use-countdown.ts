import { useEffect, useEffectEvent, useState } from "react";

/** Seconds left of `from`; calls `onEnd` when none are. Stands still while `paused`. */
export function useCountdown(from: number, paused: boolean, onEnd: () => void): number {
  const [left, setLeft] = useState(from);
  const end = useEffectEvent(onEnd);
  useEffect(() => {
    if (paused) return;
    if (left === 0) {
      end();
      return;
    }
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left, paused]);
  return left;
}
