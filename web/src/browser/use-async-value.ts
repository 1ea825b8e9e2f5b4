import { useEffect, useState } from "react";

export function useAsyncValue<Value>(key: string | null, read: () => Promise<Value | null>): Value | null {
  const [known, setKnown] = useState<{ key: string; value: Value } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the value depends on the key alone.
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
