import { sampleSegment } from "virtual:sample-segment";
import { useCallback, useEffect, useRef, useState } from "react";
import { loadAppModule } from "../../reload.ts";
import { initialTrialState, type TrialState } from "./trial-state.ts";
import type { TrialStudio } from "./trial-studio.ts";

type RunWithStudio = (studio: TrialStudio) => void;

export function useTrial(): { state: TrialState; run: (what: RunWithStudio) => void } {
  const [state, setState] = useState(initialTrialState);
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

  const run = useCallback((what: RunWithStudio) => {
    const show = (change: Partial<TrialState>) => {
      if (!isGone.current) setState((before) => ({ ...before, ...change }));
    };
    studio.current ??= loadAppModule(() => import("./trial-studio.ts")).then(({ createTrialStudio }) =>
      createTrialStudio(sampleSegment, show),
    );
    studio.current.then(what, () => {
      studio.current = null;
      show({ activity: { kind: "none" }, error: "unreachable" });
    });
  }, []);

  return { state, run };
}
