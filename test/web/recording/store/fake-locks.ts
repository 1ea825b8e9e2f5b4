export type FakeLocks = {
  request: (name: string, optionsOrWork: { ifAvailable: true } | LockWork, work?: LockWork) => Promise<unknown>;
  query: () => Promise<{ held: { name: string }[] }>;
  held: () => string[];
};

type LockWork = (lock: { name: string } | null) => unknown;

/** Creates locks that are granted in order, and never during the call of `request`, as in browsers. */
export function createFakeLocks(): FakeLocks {
  const queues = new Map<string, Promise<unknown>>();

  const hold = async (name: string, before: Promise<unknown> | undefined, work: LockWork) => {
    await before;
    await Promise.resolve();
    return work({ name });
  };
  const request: FakeLocks["request"] = async (name, optionsOrWork, work) => {
    const isPolite = typeof optionsOrWork !== "function";
    const run = isPolite ? work : optionsOrWork;
    if (!run) throw new TypeError("There is nothing to do with the lock");
    const before = queues.get(name);
    if (isPolite && before) return run(null);
    const turn = hold(name, before, run);
    const over = turn.then(
      () => undefined,
      () => undefined,
    );
    queues.set(name, over);
    void over.then(() => queues.get(name) === over && queues.delete(name));
    return turn;
  };
  const held = () => [...queues.keys()];
  return { request, held, query: async () => ({ held: held().map((name) => ({ name })) }) };
}
