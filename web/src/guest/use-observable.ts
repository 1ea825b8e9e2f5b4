import { useEffect, useState } from "preact/hooks";
import type { Observable } from "../browser/observable.ts";

export function useObservable<Value>(store: Observable<Value>): Value {
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
