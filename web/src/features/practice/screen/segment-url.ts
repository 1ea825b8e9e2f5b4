import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { segmentParameter } from "../../../../../domain/http/pages.ts";

const positionIn = (parameters: URLSearchParams) => Number(parameters.get(segmentParameter) ?? 1) - 1;

/** Returns the segment that the URL named when the page opened, from 0. */
export function useSegmentFromUrl(): number {
  const [parameters] = useSearchParams();
  const [start] = useState(() => positionIn(parameters));
  return start;
}

/**
 * Writes the segment to the URL, so that a reload keeps it. Replaces the history entry, so that Back leaves the
 * dialogue.
 */
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
