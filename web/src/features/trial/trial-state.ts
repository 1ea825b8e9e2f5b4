import { languageLabel } from "../../../../domain/content/language.ts";
import { exampleLanguage } from "../../../../domain/content/scenario.ts";

/** Who is heard: the speaker, the visitor, or the reference. */
export type Voice = "heard" | "said" | "reference";

/** Why something did not work. */
export type Trouble = "unreachable" | "unplayable" | "no-microphone" | "not-recorded";

/** How far a visitor has come with the segment. */
export type TrialState = {
  /** Whose turn it is: what goes on now, or what comes next. */
  turn: Voice;
  activity:
    | { kind: "none" }
    | { kind: "opening" }
    | { kind: "playing"; fraction: number }
    | { kind: "recording"; seconds: number };
  /** The bars of what the visitor said, and how long it is in seconds; null before. */
  take: { peaks: readonly number[]; seconds: number } | null;
  /** Whether the reference can be read: not while the visitor is to find words of their own. */
  isVeiled: boolean;
  trouble: Trouble | null;
};

/** Before anything was pressed. */
export const untouched: TrialState = {
  turn: "heard",
  activity: { kind: "none" },
  take: null,
  isVeiled: false,
  trouble: null,
};

const troubleWords: Record<Trouble, string> = {
  unreachable: "The audio could not be loaded. Check your connection, then try again.",
  unplayable: "Your browser could not play the audio. Try again.",
  "no-microphone": "Parlance cannot use a microphone here. Say it aloud, then hear the reference.",
  "not-recorded": "Nothing was recorded. Try again, or just say it aloud.",
};

const language = languageLabel(exampleLanguage);

/** What the visitor is told to do now, in a sentence or two. */
export function promptOf({ turn, activity, take, trouble }: TrialState): string {
  if (trouble !== null) return troubleWords[trouble];
  if (turn === "heard") return `Then say it in ${language}.`;
  if (activity.kind === "recording") return `Say it in ${language}. Your recording stays on this page.`;
  if (take === null) return `Your turn. Say it aloud in ${language}. You can record yourself.`;
  if (turn === "said") return "Recorded. Now hear the reference.";
  return "Compare your recording with the reference as often as you like.";
}
