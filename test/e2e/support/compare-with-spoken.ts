import { resample } from "../../../web/src/audio/resample.ts";
import { correlate, type Signal } from "./correlate.ts";

/** Length of the windows that are looked for, in seconds. */
export const windowSeconds = 0.25;
/** Length of the beginning by which a take's place is found at all, in seconds. */
const anchorSeconds = 1;
/** How far from where it should be a window is looked for, in seconds; doubled for each window in a row that is not found. */
const reachSeconds = 0.5;
const maxReachSeconds = 8;
/** Agreement from which on a window is taken for found. */
const minAgreement = 0.8;
/** Both are compared at this rate, in Hz: speech up to 4 kHz. */
const comparedRate = 8_000;
/** A voice agrees with itself a period later too, but never so well as with its own samples. */
const exactAgreement = 0.995;
const exactReachSeconds = 0.004;
/** What a clock and the search itself may differ by from one window to the next, in ms. */
const toleranceMs = 0.5;

/** From here on a take is not where it was before. */
export type Slip = {
  /** Where in the take, in seconds. */
  atSeconds: number;
  /** More than 0: so much of what was said is missing. Less than 0: so much was put in that nobody said. */
  ms: number;
};

export type Comparison = {
  /** Where in the spoken file the take begins, in seconds. */
  startsAt: number;
  slips: readonly Slip[];
  lostMs: number;
  insertedMs: number;
  /** Windows of the take, by their beginning in seconds, that stand nowhere near in the spoken file. */
  missingWindows: readonly number[];
  /** How many windows were looked for. */
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

type Found = { time: number; offset: number };
type Place = { peak: number; offset: number };

/** Looks for the window at `time` of a take around the place that `offset` says, as far as `reach` from it. */
function searchAround(spoken: Signal, take: Signal, time: number, offset: number, reach: number): Place {
  const from = Math.max(0, Math.round((offset + time - reach) * spoken.sampleRate)) / spoken.sampleRate;
  const around = sliceSignal(spoken, from, offset + time - from + reach + windowSeconds);
  const { peak, lagSeconds } = correlate(around, sliceSignal(take, time, windowSeconds), windowSeconds);
  return { peak, offset: from + lagSeconds - time };
}

/** A window is where it should be if it agrees there almost to the sample; else it may be anywhere near. */
function findWindow(spoken: Signal, take: Signal, time: number, offset: number, reach: number): Place {
  const there = searchAround(spoken, take, time, offset, exactReachSeconds);
  return there.peak >= exactAgreement ? there : searchAround(spoken, take, time, offset, reach);
}

/** Where in the file a take begins, in seconds: what is said again after the end of the file is what was said first. */
function findBeginning(reference: Signal, fileSeconds: number, take: Signal): number {
  const anchor = sliceSignal(take, 0, anchorSeconds);
  const seconds = anchor.samples.length / anchor.sampleRate;
  return correlate(sliceSignal(reference, 0, fileSeconds + seconds), anchor, seconds).lagSeconds % fileSeconds;
}

/** Places of a take's windows in the spoken file: `offset` is what lies between the two, in seconds. */
function findWindows(reference: Signal, fileSeconds: number, take: Signal) {
  const windows = Math.floor(take.samples.length / take.sampleRate / windowSeconds);
  const found: Found[] = [];
  const unfound: number[] = [];
  let expected = findBeginning(reference, fileSeconds, take);
  let reach = reachSeconds;
  for (let window = 0; window < windows; window += 1) {
    const time = window * windowSeconds;
    const { peak, offset } = findWindow(reference, take, time, expected, reach);
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

/** A fake microphone begins its file again when it has come to the end. */
function repeatSpoken({ samples, sampleRate }: Signal, seconds: number): Signal {
  const again = samples.subarray(0, Math.round(seconds * sampleRate));
  const longer = new Float32Array(samples.length + again.length);
  longer.set(samples);
  longer.set(again, samples.length);
  return { samples: longer, sampleRate };
}

/**
 * Holds a take against the file that was spoken, window by window: the only listener that no load and no fault of a
 * browser can reach. Any quarter of a second of the file has to tell where it is from.
 */
export function compareWithSpoken(spoken: Signal, take: Signal): Comparison {
  const file = toComparedRate(spoken);
  const reference = repeatSpoken(file, take.samples.length / take.sampleRate);
  const fileSeconds = file.samples.length / file.sampleRate;
  const { found, unfound, windows } = findWindows(reference, fileSeconds, toComparedRate(take));
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
