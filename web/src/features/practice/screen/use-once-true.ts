import { useState } from "react";

/** Returns whether `isTrue` was true for the key in any render since the component mounted. */
export function useOnceTrue(key: string | null, isTrue: boolean): boolean {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  if (key === null) return false;
  if (isTrue && !seen.has(key)) setSeen(new Set([...seen, key]));
  return seen.has(key);
}
