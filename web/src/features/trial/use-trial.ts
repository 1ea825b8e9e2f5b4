import { sampleSegment } from "virtual:sample-segment";
import { useCallback, useEffect, useRef, useState } from "react";
import { loadFiles } from "../../load-anew.ts";
import { type TrialState, untouched } from "./trial-state.ts";
import type { TrialStudio } from "./trial-studio.ts";

type Run = (studio: TrialStudio) => void;

/** The segment that a visitor tries; what plays and records it is fetched at the first press. */
export function useTrial(): { state: TrialState; run: (what: Run) => void } {
  const [state, setState] = useState(untouched);
  const studio = useRef<Promise<TrialStudio> | null>(null);
  const isGone = useRef(false);

  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      void studio.current?.then(
        ({ dispose }) => dispose(),
        () => undefined,
      );
      studio.current = null;
    };
  }, []);

  const run = useCallback((what: Run) => {
    const show = (change: Partial<TrialState>) => {
      if (!isGone.current) setState((before) => ({ ...before, ...change }));
    };
    studio.current ??= loadFiles(() => import("./trial-studio.ts")).then(({ openTrial }) =>
      openTrial(sampleSegment, show),
    );
    studio.current.then(what, () => {
      studio.current = null;
      show({ activity: { kind: "none" }, trouble: "unreachable" });
    });
  }, []);

  return { state, run };
}
