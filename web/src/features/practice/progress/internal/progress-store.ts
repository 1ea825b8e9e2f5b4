import * as z from "zod/mini";
import { isCoveredBy, mostWaiting, planSending, WaitingSave } from "../progress-queue.ts";

/** The part of localStorage that the waiting saves need. */
export type KeyValueStorage = Pick<Storage, "length" | "key" | "getItem" | "setItem" | "removeItem">;

/** The learner's progress that waits to be sent, in this browser. */
export type ProgressStore = {
  /** Stores a save before anything is sent. */
  add: (userId: string, save: WaitingSave) => void;
  /** The newest save of each segment, in the order in which to send them. */
  list: (userId: string) => readonly WaitingSave[];
  /** Removes a save and the older ones of its segment, but none that came meanwhile. */
  remove: (userId: string, sent: WaitingSave) => void;
  /** Removes everything of a learner. */
  forget: (userId: string) => void;
};

type Options = {
  /** Asked for at each use: some browsers refuse it. */
  storage: () => KeyValueStorage;
  /** Told of what is given up. */
  log: (message: string, detail: unknown) => void;
  /** How many segments may wait at once. */
  most?: number;
};

const prefixOf = (userId: string) => `userProgress_${userId}_`;

/**
 * Each save has a key of its own, so that tabs never overwrite each other's and need no lock to add one.
 */
function keyOf(userId: string, { language, scenarioId, segmentId, last_attempt_at }: WaitingSave): string {
  const dialogue = language === undefined ? scenarioId : `${language}_${scenarioId}`;
  return `${prefixOf(userId)}${dialogue}_${segmentId}_${Date.parse(last_attempt_at)}`;
}

function parseSave(text: string | null): WaitingSave | undefined {
  try {
    const parsed = z.safeParse(WaitingSave, JSON.parse(text ?? ""));
    return parsed.success ? parsed.data : undefined;
  } catch {
    return undefined;
  }
}

/** Opens the waiting saves of this browser; what cannot be stored waits in memory. */
export function createProgressStore({ storage, log, most = mostWaiting }: Options): ProgressStore {
  const unstored = new Map<string, WaitingSave>();

  const stored = (userId: string): [key: string, text: string | null][] => {
    try {
      const held = storage();
      const keys = Array.from({ length: held.length }, (_, at) => held.key(at) ?? "");
      return keys.filter((key) => key.startsWith(prefixOf(userId))).map((key) => [key, held.getItem(key)]);
    } catch {
      return [];
    }
  };
  const removeKey = (key: string) => {
    unstored.delete(key);
    try {
      storage().removeItem(key);
    } catch {}
  };
  const all = (userId: string): WaitingSave[] => {
    const saves = [...unstored].flatMap(([key, save]) => (key.startsWith(prefixOf(userId)) ? [save] : []));
    for (const [key, text] of stored(userId)) {
      const save = parseSave(text);
      if (save) saves.push(save);
      else {
        log("Waiting progress could not be read and is given up", key);
        removeKey(key);
      }
    }
    return saves;
  };
  const tidy = (userId: string) => {
    const { superseded, overflow } = planSending(all(userId), most);
    for (const save of overflow) log("Too much progress waits; the oldest is given up", save);
    for (const save of [...superseded, ...overflow]) removeKey(keyOf(userId, save));
  };

  return {
    add: (userId, save) => {
      const key = keyOf(userId, save);
      try {
        storage().setItem(key, JSON.stringify(save));
      } catch {
        unstored.set(key, save);
      }
      tidy(userId);
    },
    list: (userId) => planSending(all(userId), most).send,
    remove: (userId, sent) => {
      for (const save of all(userId)) if (isCoveredBy(save, sent)) removeKey(keyOf(userId, save));
    },
    forget: (userId) => {
      for (const [key] of stored(userId)) removeKey(key);
      for (const key of [...unstored.keys()]) if (key.startsWith(prefixOf(userId))) unstored.delete(key);
    },
  };
}
