import { useEffect, useState } from "preact/hooks";
import type { Observable } from "../browser/observable.ts";

export function useObservable<Value>({ get, subscribe }: Observable<Value>): Value {
  const [, setShown] = useState(get);
  useEffect(() => {
    const show = () => setShown(get);
    // The value may have changed between the rendering and the subscription.
    show();
    return subscribe(show);
  }, [get, subscribe]);
  return get();
}
