import { useSyncExternalStore } from "react";

/** A value that others can watch. */
export type Observable<Value> = {
  get: () => Value;
  set: (value: Value) => void;
  /** Calls `listener` after each change until the function given back is called. */
  subscribe: (listener: () => void) => () => void;
};

/** An observable that holds `initial` at first; setting the same value again tells nobody. */
export function createObservable<Value>(initial: Value): Observable<Value> {
  let present = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => present,
    set: (value) => {
      if (Object.is(value, present)) return;
      present = value;
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The present value, for a component that is drawn anew when it changes. */
export function useObservable<Value>({ get, subscribe }: Observable<Value>): Value {
  return useSyncExternalStore(subscribe, get);
}
