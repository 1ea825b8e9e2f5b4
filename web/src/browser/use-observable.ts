import { useSyncExternalStore } from "react";
import type { Observable } from "./observable.ts";

export function useObservable<Value>({ get, subscribe }: Observable<Value>): Value {
  return useSyncExternalStore(subscribe, get);
}
