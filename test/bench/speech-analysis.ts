import { measureSpeech } from "../../web/src/audio/speech-figures.ts";
import { encodeWav, recordingSampleRate } from "../../web/src/audio/wav.ts";
import { createSpeech } from "../e2e/support/speech-wav.ts";
import { median } from "../support/statistics.ts";
import { limitedRow, type Row } from "./row.ts";

const rounds = 15;
const mostMs = 50;
const recordingSeconds = 30;
/** The maximum length of a recording. */
const longestSeconds = 600;

/** Repeats half a minute of speech, because generating ten minutes of speech would take too long. */
function createRecording(seconds: number): ArrayBuffer {
  const speech = createSpeech({ seconds: recordingSeconds, sampleRate: recordingSampleRate, hiss: 0.02 });
  const recording = new Float32Array(seconds * recordingSampleRate);
  for (let at = 0; at < recording.length; at += speech.length) recording.set(speech, at);
  return encodeWav(recording);
}

/** Returns the durations of uninterrupted work during the analysis of a recording, in ms. */
async function measureStretches(recording: ArrayBuffer): Promise<number[]> {
  const stretches: number[] = [];
  let since = performance.now();
  const work = () => {
    stretches.push(performance.now() - since);
  };
  const figures = await measureSpeech(recording, async () => {
    work();
    await new Promise((resolve) => setImmediate(resolve));
    since = performance.now();
  });
  work();
  if (!figures) throw new Error("No speech was found.");
  return stretches;
}

export async function measureSpeechAnalysis(): Promise<Row[]> {
  const usual = createRecording(recordingSeconds);
  const longest = createRecording(longestSeconds);
  const whole: number[] = [];
  const atAStretch: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    whole.push((await measureStretches(usual)).reduce((sum, ms) => sum + ms, 0));
    atAStretch.push(Math.max(...(await measureStretches(longest))));
  }
  return [
    limitedRow(`Measuring speech figures, ${recordingSeconds} s: median`, median(whole), "ms", mostMs),
    limitedRow(
      `Measuring speech figures, ${longestSeconds} s: longest at a stretch, median`,
      median(atAStretch),
      "ms",
      mostMs,
    ),
  ];
}
