import type { SpeechFigures } from "../../audio/speech-figures.ts";

export type FigureText = { name: string; value: string; note: string };

/** In dB relative to full scale. */
const quietDb = -40;
const audibleClipSeconds = 0.005;
const lateStartSeconds = 5;

const secondsText = (seconds: number) => `${seconds.toFixed(1)}\u00a0s`;
const decibelsText = (decibels: number) =>
  `${decibels <= -0.5 ? "\u2212" : ""}${Math.abs(Math.round(decibels))}\u00a0dB`;

/** With one decimal, short clipping would be shown as "0.0 s". */
const clippedText = (seconds: number) => (seconds < 0.1 ? `${seconds.toFixed(2)}\u00a0s` : secondsText(seconds));

function loudnessNote({ clippedSeconds, speechDb }: SpeechFigures): string {
  if (clippedSeconds >= audibleClipSeconds) return `too loud for ${clippedText(clippedSeconds)}`;
  return speechDb < quietDb ? "very quiet" : "not too loud";
}

export function figureTexts(recording: SpeechFigures, reference: SpeechFigures | null): readonly FigureText[] {
  return [
    { name: "First word", value: secondsText(recording.firstWordSeconds), note: "from the start" },
    {
      name: "Pauses",
      value: `${Math.round(recording.pauseShare * 100)}%`,
      note: recording.pauses.length === 0 ? "no pauses" : `${secondsText(recording.meanPauseSeconds)} on average`,
    },
    {
      name: "Length",
      value: secondsText(recording.spokenSeconds),
      note: reference ? `reference ${secondsText(reference.spokenSeconds)}` : "",
    },
    { name: "Loudness", value: decibelsText(recording.speechDb), note: loudnessNote(recording) },
  ];
}

export function lateStartNote({ firstWordSeconds }: SpeechFigures): string | null {
  if (firstWordSeconds <= lateStartSeconds) return null;
  return `In an exam, start speaking within about ${lateStartSeconds} seconds.`;
}
