import { useEffect, useRef } from "react";

/** Waits so many ms; false if the page was left meanwhile. */
export function usePause(): (ms: number) => Promise<boolean> {
  const isHere = useRef(false);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return (ms) => new Promise((resolve) => void setTimeout(() => resolve(isHere.current), ms));
}
