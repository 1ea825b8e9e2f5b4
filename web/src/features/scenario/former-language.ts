import { type LanguageName, languageNames } from "../../../../domain/content/language.ts";
import { type DialogueStatus, dialogueStatusOf } from "../../../../domain/practice/dialogue-status.ts";
import { serverNow } from "../../browser/server-time.ts";
import { useCompletedScenarios } from "../content/scenarios.ts";
import { useProgress } from "../progress/progress.ts";
import { readSession } from "./scenario-session-store.ts";

type Wanted = {
  userId: string;
  scenarioId: string;
  /** The language in which the dialogue does not exist. */
  language: LanguageName | null;
};

type Practised = { language: LanguageName; at: number };

function sessionsOpenedHere({ userId, scenarioId }: Wanted): Practised[] {
  return languageNames.flatMap((language) => {
    const opened = readSession(userId, { language, scenarioId }, serverNow().getTime());
    return opened ? [{ language, at: opened.session.lastAccessTime }] : [];
  });
}

export function useFormerLanguage(wanted: Wanted): LanguageName | null {
  const { data: rows = [] } = useProgress(wanted.userId);
  const practised = rows.flatMap(({ scenario_id, language, last_attempt_at }): Practised[] =>
    scenario_id === wanted.scenarioId && language ? [{ language, at: Date.parse(last_attempt_at) }] : [],
  );
  const [latest] = [...sessionsOpenedHere(wanted), ...practised]
    .filter(({ language }) => language !== wanted.language)
    .toSorted((one, other) => other.at - one.at);
  return latest?.language ?? null;
}

export function useDialogueStatusIn({ userId, scenarioId }: Wanted): (language: LanguageName) => DialogueStatus {
  const { data: rows = [] } = useProgress(userId);
  const { data: completed = [] } = useCompletedScenarios(userId);
  return (language) => dialogueStatusOf({ rows, completed }, { language, scenarioId });
}
