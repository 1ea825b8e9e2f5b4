import type { Stored } from "./take-database.ts";
import { unlessLocked } from "./take-lock.ts";
import type { TakeStore } from "./take-store.ts";

/** Makes finished recordings of those that a crash broke off. One that a tab is still recording stays unfinished. */
export async function recoverBrokenOff(store: TakeStore, userId: string): Promise<readonly Stored[]> {
  const recovered: Stored[] = [];
  for (const { number, unfinished } of await store.listAll(userId)) {
    if (!unfinished) continue;
    await unlessLocked(unfinished.lock, async () => {
      const stored = await store.recover(number);
      if (stored) recovered.push(stored);
    });
  }
  return recovered;
}
