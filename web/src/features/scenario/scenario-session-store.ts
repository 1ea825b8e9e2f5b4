import type { DialogueId } from "../../../../domain/practice/progress.ts";
import { parseStored, readStored, removeListed, removeStored, writeStored } from "../../browser/storage.ts";
import { stored } from "../../browser/stored.ts";
import { StoredSession, sessionValidity } from "./internal/scenario-session.ts";

const item = stored.scenarioSession;

const keyParametersOf = (userId: string, { language, scenarioId }: DialogueId) => ({
  learner: userId,
  name: `${language}_${scenarioId}`,
});

const belongsTo = ({ session }: StoredSession, { language, scenarioId }: DialogueId) =>
  session.scenarioId === scenarioId && session.userLanguage === language;

function parseUsableSession(text: string | null, now: number): StoredSession | null {
  const session = parseStored(text, StoredSession);
  return session && sessionValidity(session, now) !== "none" ? session : null;
}

/** @param now in ms since 1970 */
export function readSession(userId: string, dialogue: DialogueId, now: number): StoredSession | null {
  const session = parseUsableSession(readStored(item, keyParametersOf(userId, dialogue)), now);
  return session && belongsTo(session, dialogue) ? session : null;
}

/** Also removes the learner's sessions that can no longer be used. */
export function writeSession(userId: string, written: StoredSession): void {
  const { userLanguage: language, scenarioId, lastAccessTime } = written.session;
  removeListed(item, { learner: userId }, (_, text) => parseUsableSession(text, lastAccessTime) === null);
  writeStored(item, JSON.stringify(written), keyParametersOf(userId, { language, scenarioId }));
}

export function removeSession(userId: string, dialogue: DialogueId): void {
  removeStored(item, keyParametersOf(userId, dialogue));
}

export function removeSessions(userId: string): void {
  removeListed(item, { learner: userId });
}
