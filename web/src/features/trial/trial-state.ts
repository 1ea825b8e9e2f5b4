import { languageLabel } from "../../../../domain/content/language.ts";
import { exampleLanguage } from "../../../../domain/content/scenario.ts";

/** Who is heard: the speaker, the visitor, or the reference. */
export type TrialPart = "heard" | "said" | "reference";

/** Why something did not work. */
export type TrialError = "unreachable" | "unplayable" | "no-microphone" | "not-recorded";

/** How far a visitor has come with the segment. */
export type TrialState = {
  /** Whose turn it is: what goes on now, or what comes next. */
  part: TrialPart;
  activity:
    | { kind: "none" }
    | { kind: "opening" }
    | { kind: "playing"; fraction: number }
    | { kind: "recording"; seconds: number };
  /** The bars of what the visitor said, and how long it is in seconds; null before. */
  recording: { peaks: readonly number[]; seconds: number } | null;
  /** Whether the reference can be read: not while the visitor is to find words of their own. */
  isReferenceHidden: boolean;
  error: TrialError | null;
};

/** Before anything was pressed. */
export const initialTrialState: TrialState = {
  part: "heard",
  activity: { kind: "none" },
  recording: null,
  isReferenceHidden: false,
  error: null,
};

const errorTexts: Record<TrialError, string> = {
  unreachable: "The audio could not be loaded. Check your connection, then try again.",
  unplayable: "Your browser could not play the audio. Try again.",
  "no-microphone": "Parlance cannot use a microphone here. Say it aloud, then hear the reference.",
  "not-recorded": "Nothing was recorded. Try again, or just say it aloud.",
};

const language = languageLabel(exampleLanguage);

/** What the visitor is told to do now, in a sentence or two. */
export function promptText({ part, activity, recording, error }: TrialState): string {
  if (error !== null) return errorTexts[error];
  if (part === "heard") return `Then say it in ${language}.`;
  if (activity.kind === "recording") return `Say it in ${language}. Your recording stays on this page.`;
  if (recording === null) return `Your turn. Say it aloud in ${language}. You can record yourself.`;
  if (part === "said") return "Recorded. Now hear the reference.";
  return "Compare your recording with the reference as often as you like.";
}
