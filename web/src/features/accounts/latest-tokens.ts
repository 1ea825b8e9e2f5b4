import type { DBSchema, IDBPDatabase } from "idb";
import { connectStored } from "../../browser/database.ts";
import { stored } from "../../browser/stored.ts";
import { within } from "../../browser/within.ts";

interface Schema extends DBSchema {
  latest: { key: "tokens"; value: string };
}

/** The longest that the database is waited for, in ms. */
const answerLimitMs = 1_000;
/** How long what another tab has stored may take to show here, in ms. */
const shownWithinMs = 2_000;

async function connected<T>(work: (database: IDBPDatabase<Schema>) => Promise<T>): Promise<T> {
  const { connect, close } = connectStored<Schema>(
    stored.latestTokens,
    (opened) => void opened.createObjectStore("latest"),
  );
  try {
    return await work(await connect());
  } finally {
    close();
  }
}

/** What the database says, or null where it does not. */
const answered = async <T>(asking: Promise<T>): Promise<T | null> => {
  const answer = await within(asking, answerLimitMs).catch(() => null);
  return answer === "late" ? null : answer;
};

/**
 * Notes which tokens are the latest, once they are stored. Never rejects: without a database nobody is told.
 * @param mark what tells them from others; "" for none
 */
export async function noteLatest(mark: string): Promise<void> {
  const work =
    mark === ""
      ? connected((database) => database.delete("latest", "tokens"))
      : connected((database) => database.put("latest", mark, "tokens"));
  await answered(work.then(() => null));
}

/**
 * Waits until this tab is shown the tokens that were noted last. Browsers show a tab what others write to localStorage
 * when they get to it, even after a lock was handed on, and to IndexedDB at once. Never rejects; gives up after a while.
 * @param shown the mark of the tokens that this tab is shown now
 */
export async function untilLatestShown(shown: () => string): Promise<void> {
  const latest = await answered(connected(async (database) => (await database.get("latest", "tokens")) ?? ""));
  if (latest === null || latest === "" || shown() === latest) return;
  const { promise: isShown, resolve } = Promise.withResolvers<void>();
  const onStored = () => {
    if (shown() === latest) resolve();
  };
  window.addEventListener("storage", onStored);
  await within(isShown, shownWithinMs);
  window.removeEventListener("storage", onStored);
}
