import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { segmentParameter } from "../../../../../domain/http/pages.ts";

const positionIn = (parameters: URLSearchParams) => Number(parameters.get(segmentParameter) ?? 1) - 1;

/** The position, from 0, that the address asks for when the page is opened. */
export function useSegmentFromUrl(): number {
  const [parameters] = useSearchParams();
  const [start] = useState(() => positionIn(parameters));
  return start;
}

/**
 * Has the address name the segment at a position, from 0, so that a reload stays there. It replaces the entry of the browser's
 * history: one step back leaves the dialogue.
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
