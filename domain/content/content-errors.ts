/** CloudFront's figures of one minute. */
export type ContentMinute = {
  at: Date;
  requests: number;
  /** Responses with a status of 4xx, in percent. An example is 403 for a signature by an unknown key. */
  refusedPercent: number;
  /** Responses with a status of 5xx, in percent. */
  failedPercent: number;
};

export type ContentFault = { kind: "failed" | "refused"; percent: number; requests: number };

const minuteMs = 60_000;
const quarterMs = 15 * minuteMs;
/** The time that a check looks back. */
export const contentCheckMs = 2 * quarterMs;

/** Per quarter of an hour. One or two failed or refused responses are not a fault. */
const leastResponses = 3;
/** In percent of the requests. */
const failedShare = 5;
/** In percent of the requests. The limit is high because a stranger's requests without a signature are refused too. */
const refusedShare = 20;

type Totals = { requests: number; refused: number; failed: number };

function addUp(minutes: readonly ContentMinute[]): Totals {
  const totals = { requests: 0, refused: 0, failed: 0 };
  for (const { requests, refusedPercent, failedPercent } of minutes) {
    totals.requests += requests;
    totals.refused += (requests * refusedPercent) / 100;
    totals.failed += (requests * failedPercent) / 100;
  }
  return { ...totals, refused: Math.round(totals.refused), failed: Math.round(totals.failed) };
}

const isMany = (responses: number, { requests }: Totals, share: number) =>
  responses >= leastResponses && responses * 100 >= share * requests;

/** Refusals need two quarters of an hour to count as a fault, because a stranger rarely scans for half an hour. */
export function findContentFault(minutes: readonly ContentMinute[], until: Date): ContentFault | null {
  const since = (ms: number) => new Date(until.getTime() - ms);
  const within = (from: Date, to: Date) => addUp(minutes.filter(({ at }) => at >= from && at < to));
  const last = within(since(quarterMs), until);
  const previous = within(since(contentCheckMs), since(quarterMs));
  const fault = (kind: ContentFault["kind"], responses: number): ContentFault => ({
    kind,
    percent: Math.round((100 * responses) / last.requests),
    requests: last.requests,
  });
  if (isMany(last.failed, last, failedShare)) return fault("failed", last.failed);
  const areRefused = [previous, last].every((quarter) => isMany(quarter.refused, quarter, refusedShare));
  return areRefused ? fault("refused", last.refused) : null;
}
