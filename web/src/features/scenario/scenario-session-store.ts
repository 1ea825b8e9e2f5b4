import type { Dialogue } from "../../../../domain/practice/progress.ts";
import { parseStored, readStored, removeListed, removeStored, writeStored } from "../../browser/storage.ts";
import { stored } from "../../browser/stored.ts";
import { StoredSession, sessionUse } from "./internal/scenario-session.ts";

const item = stored.scenarioSession;

const fillingOf = (userId: string, { language, scenarioId }: Dialogue) => ({
  learner: userId,
  name: `${language}_${scenarioId}`,
});

const isOf = ({ session }: StoredSession, { language, scenarioId }: Dialogue) =>
  session.scenarioId === scenarioId && session.userLanguage === language;

/** What a text holds that is good for anything at `now`, in ms since 1970. */
function usable(text: string | null, now: number): StoredSession | null {
  const session = parseStored(text, StoredSession);
  return session && sessionUse(session, now) !== "none" ? session : null;
}

/** The session of a dialogue if it is good for anything at `now`, in ms since 1970. */
export function readSession(userId: string, dialogue: Dialogue, now: number): StoredSession | null {
  const session = usable(readStored(item, fillingOf(userId, dialogue)), now);
  return session && isOf(session, dialogue) ? session : null;
}

/** Stores a session, and removes those of the learner that have had their time. */
export function writeSession(userId: string, written: StoredSession): void {
  const { userLanguage: language, scenarioId, lastAccessTime } = written.session;
  removeListed(item, { learner: userId }, (_, text) => usable(text, lastAccessTime) === null);
  writeStored(item, JSON.stringify(written), fillingOf(userId, { language, scenarioId }));
}

/** Removes the session of a dialogue. */
export function removeSession(userId: string, dialogue: Dialogue): void {
  removeStored(item, fillingOf(userId, dialogue));
}

/** Removes all sessions of a learner. */
export function removeSessions(userId: string): void {
  removeListed(item, { learner: userId });
}
