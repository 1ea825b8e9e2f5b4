import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { segmentParameter } from "../../../../../domain/http/pages.ts";

const positionIn = (parameters: URLSearchParams) => Number(parameters.get(segmentParameter) ?? 1) - 1;

/** Returns the position in the URL at the first render, from 0. The position may be invalid. */
export function useSegmentFromUrl(): number {
  const [parameters] = useSearchParams();
  const [start] = useState(() => positionIn(parameters));
  return start;
}

/** Replaces the history entry, so that Back does not return to the previous segment. */
export function useSyncSegmentToUrl(index: number): void {
  const [parameters, setParameters] = useSearchParams();
  const isNamed = positionIn(parameters) === index;
  useEffect(() => {
    if (isNamed) return;
    const follow = (known: URLSearchParams) => {
      const next = new URLSearchParams(known);
      next.set(segmentParameter, String(index + 1));
      return next;
    };
    setParameters(follow, { replace: true, preventScrollReset: true });
  }, [index, isNamed, setParameters]);
}
