import { resample } from "../../../web/src/audio/resample.ts";
import { correlate, type Signal } from "./correlate.ts";

export const windowSeconds = 0.25;
/** The comparison first searches the file for the recording's first `anchorSeconds`. */
const anchorSeconds = 1;
/** The search covers this distance before and after a window's expected position. */
const reachSeconds = 0.5;
/** The distance doubles after each window that is not found, up to this. */
const maxReachSeconds = 8;
/** A window counts as found if its correlation is at least this. */
const minAgreement = 0.8;
/** In Hz. This rate is enough for speech up to 4 kHz. */
const comparedRate = 8_000;
/** High, because a voice also correlates with itself one period later. */
const exactAgreement = 0.995;
const exactReachSeconds = 0.004;
/** A smaller change of the offset is ignored, because clocks drift and the search is not exact. */
const toleranceMs = 0.5;

/** A change in the offset between the recording and the file. */
export type Slip = {
  /** The position in the recording. */
  atSeconds: number;
  /** The change is positive if speech is missing, and negative if audio was inserted. */
  ms: number;
};

export type Comparison = {
  /** The position of the first found window in the repeated spoken file, in seconds. */
  startsAt: number;
  slips: readonly Slip[];
  lostMs: number;
  insertedMs: number;
  /** The starts of the windows that were not found, in seconds of the recording. */
  missingWindows: readonly number[];
  windows: number;
};

const sliceSignal = ({ samples, sampleRate }: Signal, from: number, seconds: number): Signal => {
  const start = Math.max(0, Math.round(from * sampleRate));
  return { samples: samples.slice(start, Math.max(0, Math.round((from + seconds) * sampleRate))), sampleRate };
};

const toComparedRate = ({ samples, sampleRate }: Signal): Signal => ({
  samples: resample(samples, sampleRate, comparedRate),
  sampleRate: comparedRate,
});

/** In seconds. `offset` is a window's position in the file minus the window's position in the recording. */
type Found = { time: number; offset: number };
type Place = { peak: number; offset: number };

function searchAround(spoken: Signal, recording: Signal, time: number, offset: number, reach: number): Place {
  const from = Math.max(0, Math.round((offset + time - reach) * spoken.sampleRate)) / spoken.sampleRate;
  const around = sliceSignal(spoken, from, offset + time - from + reach + windowSeconds);
  const { peak, lagSeconds } = correlate(around, sliceSignal(recording, time, windowSeconds), windowSeconds);
  return { peak, offset: from + lagSeconds - time };
}

function findWindow(spoken: Signal, recording: Signal, time: number, offset: number, reach: number): Place {
  const there = searchAround(spoken, recording, time, offset, exactReachSeconds);
  return there.peak >= exactAgreement ? there : searchAround(spoken, recording, time, offset, reach);
}

function findBeginning(reference: Signal, fileSeconds: number, recording: Signal): number {
  const anchor = sliceSignal(recording, 0, anchorSeconds);
  const seconds = anchor.samples.length / anchor.sampleRate;
  return correlate(sliceSignal(reference, 0, fileSeconds + seconds), anchor, seconds).lagSeconds % fileSeconds;
}

function findWindows(reference: Signal, fileSeconds: number, recording: Signal) {
  const windows = Math.floor(recording.samples.length / recording.sampleRate / windowSeconds);
  const found: Found[] = [];
  const unfound: number[] = [];
  let expected = findBeginning(reference, fileSeconds, recording);
  let reach = reachSeconds;
  for (let window = 0; window < windows; window += 1) {
    const time = window * windowSeconds;
    const { peak, offset } = findWindow(reference, recording, time, expected, reach);
    if (peak < minAgreement) {
      unfound.push(time);
      reach = Math.min(maxReachSeconds, reach * 2);
      continue;
    }
    expected = offset;
    reach = reachSeconds;
    found.push({ time, offset });
  }
  return { found, unfound, windows };
}

/** Appends the start of the signal, because the fake microphone repeats its file. */
function repeatSpoken({ samples, sampleRate }: Signal, seconds: number): Signal {
  const again = samples.subarray(0, Math.round(seconds * sampleRate));
  const longer = new Float32Array(samples.length + again.length);
  longer.set(samples);
  longer.set(again, samples.length);
  return { samples: longer, sampleRate };
}

/** Every quarter of a second of the spoken file must be unique. */
export function compareWithSpoken(spoken: Signal, recording: Signal): Comparison {
  const file = toComparedRate(spoken);
  const reference = repeatSpoken(file, recording.samples.length / recording.sampleRate);
  const fileSeconds = file.samples.length / file.sampleRate;
  const { found, unfound, windows } = findWindows(reference, fileSeconds, toComparedRate(recording));
  const slips: Slip[] = [];
  let settled = found[0]?.offset ?? Number.NaN;
  for (const { time, offset } of found.slice(1)) {
    const ms = (offset - settled) * 1_000;
    if (Math.abs(ms) < toleranceMs) continue;
    slips.push({ atSeconds: time, ms });
    settled = offset;
  }
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return {
    startsAt: found[0] ? found[0].offset + found[0].time : Number.NaN,
    slips,
    lostMs: sum(slips.map(({ ms }) => Math.max(0, ms))),
    insertedMs: sum(slips.map(({ ms }) => Math.max(0, -ms))),
    missingWindows: unfound,
    windows,
  };
}
