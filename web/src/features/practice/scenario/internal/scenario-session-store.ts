import type { Dialogue } from "../../../../../../domain/progress.ts";
import { StoredSession as Stored, type StoredSession, sessionUse } from "./scenario-session.ts";

const prefix = "scenario_session_";
const learnerPrefix = (userId: string) => `${prefix}${userId}_`;
const keyOf = (userId: string, { language, scenarioId }: Dialogue) =>
  `${learnerPrefix(userId)}${language}_${scenarioId}`;

function parse(text: string | null): StoredSession | null {
  try {
    return text === null ? null : (Stored.safeParse(JSON.parse(text)).data ?? null);
  } catch {
    return null;
  }
}

/** Sessions in a browser's local storage, apart for each learner. A storage that fails is one that holds nothing. */
export type SessionStore = {
  /** The session of a dialogue if it is good for anything at `now`, in ms since 1970. */
  read: (userId: string, dialogue: Dialogue, now: number) => StoredSession | null;
  /** Stores a session, and lets go of those that have had their time. */
  write: (userId: string, stored: StoredSession) => void;
  forget: (userId: string, dialogue: Dialogue) => void;
  forgetAll: (userId: string) => void;
};

/** @param storage gives the local storage; it may throw, as it does where storage is forbidden. */
export function createSessionStore(storage: () => Storage): SessionStore {
  const attempt = <Result>(work: (storage: Storage) => Result): Result | null => {
    try {
      return work(storage());
    } catch {
      return null;
    }
  };
  const keysOf = (from: Storage, userId: string) =>
    Array.from({ length: from.length }, (_, at) => from.key(at) ?? "").filter((key) =>
      key.startsWith(learnerPrefix(userId)),
    );
  const isOf = (stored: StoredSession | null, { language, scenarioId }: Dialogue) =>
    stored?.session.scenarioId === scenarioId && stored.session.userLanguage === language;
  const isUsable = (stored: StoredSession | null, now: number) => stored !== null && sessionUse(stored, now) !== "none";

  return {
    read: (userId, dialogue, now) => {
      const stored = attempt((from) => parse(from.getItem(keyOf(userId, dialogue))));
      return isUsable(stored, now) && isOf(stored, dialogue) ? stored : null;
    },
    write: (userId, stored) => {
      attempt((to) => {
        const now = stored.session.lastAccessTime;
        for (const key of keysOf(to, userId)) if (!isUsable(parse(to.getItem(key)), now)) to.removeItem(key);
        const { userLanguage: language, scenarioId } = stored.session;
        to.setItem(keyOf(userId, { language, scenarioId }), JSON.stringify(stored));
      });
    },
    forget: (userId, dialogue) => {
      attempt((from) => from.removeItem(keyOf(userId, dialogue)));
    },
    forgetAll: (userId) => {
      attempt((from) => {
        for (const key of keysOf(from, userId)) from.removeItem(key);
      });
    },
  };
}
