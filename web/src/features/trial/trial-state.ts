import { languageLabel } from "../../../../domain/content/language.ts";
import { exampleLanguage } from "../../../../domain/content/scenario.ts";

export type TrialPart = "heard" | "said" | "reference";

export type TrialError = "unreachable" | "unplayable" | "no-microphone" | "not-recorded";

export type TrialState = {
  part: TrialPart;
  activity:
    | { kind: "none" }
    | { kind: "opening" }
    | { kind: "playing"; fraction: number }
    | { kind: "recording"; seconds: number };
  recording: { peaks: readonly number[]; seconds: number } | null;
  isReferenceHidden: boolean;
  error: TrialError | null;
};

export const initialTrialState: TrialState = {
  part: "heard",
  activity: { kind: "none" },
  recording: null,
  isReferenceHidden: false,
  error: null,
};

const errorTexts: Record<TrialError, string> = {
  unreachable: "This could not be loaded. Check your connection, then try again.",
  unplayable: "Your browser could not play the audio. Try again.",
  "no-microphone": "Parlance cannot use a microphone here. Say it aloud, then hear the reference.",
  "not-recorded": "The recording failed. Try again, or just say it aloud.",
};

const language = languageLabel(exampleLanguage);

/** Suggests a reload too. If the app's code failed to load, browsers may load it again only after a reload. */
const unloadedText = "This could not be loaded. Check your connection, then try again or reload the page.";

export function promptText({ part, activity, recording, isReferenceHidden, error }: TrialState): string {
  // A reload would lose the recording.
  if (error === "unreachable" && recording === null) return unloadedText;
  if (error !== null) return errorTexts[error];
  if (part === "heard") return `Listen, then say it in ${language}.`;
  // A visitor who speaks now would lose the first words.
  if (part === "said" && activity.kind === "opening" && recording === null) return "Waiting for the microphone…";
  if (activity.kind === "recording") return `Say it in ${language}.`;
  const turn = part === "said" ? "Your turn. " : "";
  if (recording === null) return `${turn}Say it aloud in ${language}.`;
  if (part === "said" && isReferenceHidden) return "Recorded. Hear the reference.";
  return "Compare your recording with the reference.";
}
