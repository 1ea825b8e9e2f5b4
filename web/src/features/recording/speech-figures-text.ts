import type { SpeechFigures } from "../../audio/speech-figures.ts";

/** One figure in words: what it is, its value, and what belongs to it. */
export type FigureText = { name: string; value: string; note: string };

/** Quieter speech is hard to follow beside a reference, in dB below full scale. */
const quietDb = -40;
/** Clipping shorter than this is not audible, in seconds. */
const audibleClipSeconds = 0.005;
/** From here on it is worth a remark that the first word came late, in seconds. */
const lateStartSeconds = 5;

const secondsText = (seconds: number) => `${seconds.toFixed(1)}\u00a0s`;
const decibelsText = (decibels: number) =>
  `${decibels <= -0.5 ? "\u2212" : ""}${Math.abs(Math.round(decibels))}\u00a0dB`;

/** Clipped samples add up to little, so hundredths count below a tenth of a second. */
const clippedText = (seconds: number) => (seconds < 0.1 ? `${seconds.toFixed(2)}\u00a0s` : secondsText(seconds));

function loudnessNote({ clippedSeconds, speechDb }: SpeechFigures): string {
  if (clippedSeconds >= audibleClipSeconds) return `too loud for ${clippedText(clippedSeconds)}`;
  return speechDb < quietDb ? "very quiet" : "not too loud";
}

/**
 * The four figures of a take, in words.
 * @param reference what was measured of the reference; null where that is not known.
 */
export function figureTexts(take: SpeechFigures, reference: SpeechFigures | null): readonly FigureText[] {
  return [
    { name: "First word", value: secondsText(take.firstWordSeconds), note: "from the start" },
    {
      name: "Pauses",
      value: `${Math.round(take.pauseShare * 100)}%`,
      note: take.pauses.length === 0 ? "no pauses" : `${secondsText(take.meanPauseSeconds)} on average`,
    },
    {
      name: "Length",
      value: secondsText(take.spokenSeconds),
      note: reference ? `reference ${secondsText(reference.spokenSeconds)}` : "",
    },
    { name: "Loudness", value: decibelsText(take.speechDb), note: loudnessNote(take) },
  ];
}

/**
 * Says that loudness is not the speaker's own level; null where the browser knows no automatic gain.
 * @param supported constraints of the browser in which the take was recorded, which turns gain on where it can.
 */
export function gainNote(supported: MediaTrackSupportedConstraints): string | null {
  return supported.autoGainControl ? "Your browser adjusts the volume, so the loudness is not exact." : null;
}

/** What a learner is told of a first word that came late; null of any other, which is neither good nor bad. */
export function lateStartNote({ firstWordSeconds }: SpeechFigures): string | null {
  if (firstWordSeconds <= lateStartSeconds) return null;
  return `Your first word came after ${secondsText(firstWordSeconds)}. In an exam, start speaking within about ${lateStartSeconds} seconds.`;
}
