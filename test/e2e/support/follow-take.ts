import { correlate, type Signal } from "./correlate.ts";

/** Length of the stretches that are looked for, in seconds. */
const stretchSeconds = 0.1;
/** How far from where it should be a stretch is looked for, in seconds: more than the browser ever buffers. */
const reachSeconds = 0.5;
/** Agreement from which on a stretch is taken for found. */
const leastAgreement = 0.8;

export type Followed = {
  /** Where in the reference the take begins, in seconds. */
  startsAt: number;
  /** Agreement of the first tenth of a second where the rest of the take says that it should be or later, 0 to 1. */
  beginning: number;
  /** Part of the take's stretches that were found, 0 to 1. */
  found: number;
  /** The longest piece of the reference, in seconds, that was said between two stretches of the take and is not in it. */
  lost: number;
};

function cut({ samples, sampleRate }: Signal, from: number, seconds: number): Signal {
  const start = Math.max(0, Math.round(from * sampleRate));
  return { samples: samples.slice(start, Math.round((from + seconds) * sampleRate)), sampleRate };
}

/**
 * Follows a take through what was said, stretch by stretch. A machine that is too busy may hand sound out late, which puts
 * silence into a take without taking anything from it: then what follows stands later in the take. What was lost shows the
 * other way round: the take jumps ahead.
 */
export function followTake(reference: Signal, take: Signal): Followed {
  const whole = correlate(reference, take);
  const count = Math.floor(take.samples.length / take.sampleRate / stretchSeconds);
  const stretches = Array.from({ length: count }, (_, at) => {
    const time = at * stretchSeconds;
    const from = Math.max(0, whole.lagSeconds + time - reachSeconds);
    const around = cut(reference, from, 2 * reachSeconds + stretchSeconds);
    const { peak, lagSeconds } = correlate(around, cut(take, time, stretchSeconds), stretchSeconds);
    return { peak, offset: from + lagSeconds - time };
  });
  const found = stretches.filter(({ peak }) => peak >= leastAgreement);
  const jumps = found.map(({ offset }, at) => offset - (found[at - 1] ?? { offset }).offset);
  return {
    startsAt: found[0]?.offset ?? Number.NaN,
    beginning: stretches[0]?.peak ?? 0,
    found: count === 0 ? 0 : found.length / count,
    lost: jumps.reduce((most, jump) => Math.max(most, jump), 0),
  };
}
