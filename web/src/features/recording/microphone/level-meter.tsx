import { useEffect, useRef } from "react";
import { meterFraction } from "../../../audio/level-monitor.ts";
import type { Observable } from "../../../browser/observable.ts";
import "./level-meter.css";

type LevelMeterProps = {
  /** The latest peak, as a share of full scale. */
  level: () => number;
  changes: Pick<Observable<unknown>, "subscribe">;
  label: string;
};

const reducedMotionIntervalMs = 250;

function levelText(fraction: number): string {
  if (fraction < 0.15) return "silent";
  if (fraction < 0.5) return "quiet";
  return fraction < 0.97 ? "good" : "too loud";
}

export function LevelMeter({ level, changes, label }: LevelMeterProps) {
  const bar = useRef<HTMLDivElement>(null);
  const value = useRef<HTMLMeterElement>(null);
  useEffect(() => {
    const gentle = matchMedia("(prefers-reduced-motion: reduce)");
    let frame = 0;
    let shownAt = 0;
    let namedAt = 0;
    const show = (now: number) => {
      frame = 0;
      if (!bar.current || !value.current || (gentle.matches && now - shownAt < reducedMotionIntervalMs)) return;
      shownAt = now;
      const fraction = meterFraction(level());
      bar.current.style.setProperty("--level", fraction.toFixed(2));
      // A new value text in every frame would flood a screen reader.
      if (now - namedAt < reducedMotionIntervalMs) return;
      namedAt = now;
      value.current.value = fraction;
      value.current.setAttribute("aria-valuetext", levelText(fraction));
    };
    const unsubscribe = changes.subscribe(() => {
      frame ||= requestAnimationFrame(show);
    });
    return () => {
      unsubscribe();
      cancelAnimationFrame(frame);
    };
  }, [level, changes]);
  return (
    <div className="level-meter">
      <div ref={bar} className="level-bar" />
      <meter ref={value} className="visually-hidden" aria-label={label} min={0} max={1} value={0} />
    </div>
  );
}
