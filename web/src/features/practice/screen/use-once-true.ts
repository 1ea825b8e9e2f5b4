import { useState } from "react";

/** Returns true once `isTrue` was true for the key; false for null. Remembers all keys until the component unmounts. */
export function useOnceTrue(key: string | null, isTrue: boolean): boolean {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  if (key === null) return false;
  if (isTrue && !seen.has(key)) setSeen(new Set([...seen, key]));
  return seen.has(key);
}
