import { useEffect, useState } from "preact/hooks";
import type { Store } from "./store.ts";

export function useStore<Value>(store: Store<Value>): Value {
  const [, rerender] = useState({});
  useEffect(() => {
    const present = store.get();
    const unsubscribe = store.subscribe(() => rerender({}));
    // The value may have changed between the rendering and the subscription.
    if (!Object.is(present, store.get())) rerender({});
    return unsubscribe;
  }, [store]);
  return store.get();
}
