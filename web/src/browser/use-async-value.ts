import { useEffect, useState } from "react";

/** The value that was read for a key; null while it is read, for a null key, and where nothing was found. */
export function useAsyncValue<Value>(key: string | null, read: () => Promise<Value | null>): Value | null {
  const [known, setKnown] = useState<{ key: string; value: Value } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is read follows from the key.
  useEffect(() => {
    if (key === null) return;
    let isOver = false;
    void read().then((value) => {
      if (!isOver && value !== null) setKnown({ key, value });
    });
    return () => {
      isOver = true;
    };
  }, [key]);
  return known !== null && known.key === key ? known.value : null;
}
