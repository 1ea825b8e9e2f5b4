import type { CDPSession } from "playwright-core";

export type CollectGarbage = () => Promise<void>;

/** There are several rounds, because an object that a finalizer releases is collected in a later round. */
const rounds = 3;

/**
 * Collects in the workers too, because each worker has its own heap.
 * https://chromedevtools.github.io/devtools-protocol/tot/Target/#method-setAutoAttach
 */
export async function createGarbageCollector(page: CDPSession): Promise<CollectGarbage> {
  const workers = new Set<string>();
  const waiting = new Map<number, { worker: string; done: () => void }>();
  let asked = 0;
  const settle = (id: number) => {
    waiting.get(id)?.done();
    waiting.delete(id);
  };
  page.on("Target.attachedToTarget", ({ sessionId }) => workers.add(sessionId));
  page.on("Target.receivedMessageFromTarget", ({ message }) => {
    const { id }: { id?: number } = JSON.parse(message);
    if (id !== undefined) settle(id);
  });
  page.on("Target.detachedFromTarget", ({ sessionId }) => {
    workers.delete(sessionId);
    for (const [id, { worker }] of waiting) if (worker === sessionId) settle(id);
  });
  await page.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });

  const collectWorker = async (worker: string) => {
    const id = ++asked;
    const answered = new Promise<void>((done) => waiting.set(id, { worker, done }));
    const message = JSON.stringify({ id, method: "HeapProfiler.collectGarbage" });
    // A worker that has ended has no garbage.
    await page.send("Target.sendMessageToTarget", { sessionId: worker, message }).catch(() => settle(id));
    await answered;
  };

  return async () => {
    for (let round = 0; round < rounds; round += 1) await page.send("HeapProfiler.collectGarbage");
    for (let round = 0; round < rounds; round += 1) for (const worker of workers) await collectWorker(worker);
  };
}
