import * as z from "zod/mini";
import { ExamAttemptId, Marking } from "../../../../../../domain/exam/exam-attempt.ts";
import { listStored, parseStored, readStored, removeStored, writeStored } from "../../../../browser/storage.ts";
import { stored } from "../../../../browser/stored.ts";
import type { NewChanges } from "./exam-database.ts";

/** Adds changes to those of their marking in the database, if they are still to be added once it is their turn. */
type Add = (changes: NewChanges, isStillToAdd: () => boolean) => Promise<void>;

const item = stored.changesAhead;
const Written = z.extend(Marking, { attemptId: ExamAttemptId });

/** A page that is left breaks off what it was adding. */
const isBrokenOff = (error: unknown) => error instanceof DOMException && error.name === "AbortError";

/**
 * Writes changes down at once and then adds them: a database answers later, and a page that is left before takes along what
 * waits for it. Settles as `add` does.
 * Why so: docs/decisions/0107-marks-are-written-ahead.md
 */
export async function writeAhead(changes: NewChanges, add: Add): Promise<void> {
  const { userId, ...written } = changes;
  const filling = { learner: userId, name: crypto.randomUUID() };
  writeStored(item, JSON.stringify(written), filling);
  try {
    await add(changes, () => true);
    removeStored(item, filling);
  } catch (error) {
    // The learner is told of what the database refuses.
    if (!isBrokenOff(error)) removeStored(item, filling);
    throw error;
  }
}

/**
 * Adds what is written down: by pages that were left before the database had it, or that wait for it. Rejects as `add` does.
 */
export async function addLeftBehind(userId: string, add: Add): Promise<void> {
  for (const [name, text] of listStored(item, { learner: userId })) {
    const filling = { learner: userId, name };
    const written = parseStored(text, Written);
    // It may have been added meanwhile by whoever wrote it down, and a learner who logs out takes it along.
    const isStillThere = () => readStored(item, filling) !== null;
    if (written) await add({ userId, ...written }, isStillThere);
    removeStored(item, filling);
  }
}
