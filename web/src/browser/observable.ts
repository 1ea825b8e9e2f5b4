export type Observable<Value> = {
  get: () => Value;
  set: (value: Value) => void;
  subscribe: (listener: () => void) => () => void;
};

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
