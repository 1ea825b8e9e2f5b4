import { sharedKbps } from "../../domain/sharing/share-limits.ts";
import type { Meter } from "./prices.ts";

/** Assumptions about feedback by links. A learner asks once in ten months. */
export const sharingAssumptions = {
  sharesPerMonth: 0.1,
  /** Recordings of an exam, or of two dialogues. */
  recordings: 24,
  /** Length of all recordings together. */
  minutes: 15,
  /** Days until a link expires and its audio is deleted, by default. */
  days: 14,
  /** Times that all recordings are heard, by guests and by the learner. */
  listenings: 3,
  comments: 10,
  voices: 2,
  /** Requests to open the link, to renew its URLs and to comment, and the learner's own requests. */
  requests: 80,
  mails: 2,
  /** Months for which a share and its comments are kept. */
  keptMonths: 12,
} as const;

const gigabyte = 1e9;
/** In bytes. A row has the facts of all recordings. Responses contain signed URLs. */
const sizes = { row: 5000, comment: 800, answer: 20_000, log: 900, accessLog: 400 } as const;
/** DynamoDB units and seconds of one call, including the check of the link and the call counts. */
const work = { reads: 5, writes: 4, seconds: 0.06 } as const;
const functionMemory = 0.5;

const { sharesPerMonth, recordings, minutes, days, listenings, comments, voices, requests } = sharingAssumptions;
const audioBytes = (minutes * 60 * sharedKbps * 1000) / 8;
const uploads = recordings + voices;
const calls = requests + uploads;
const loggedBytes = calls * sizes.log + requests * sizes.accessLog;
const keptBytes = sharingAssumptions.keptMonths * (sizes.row + comments * sizes.comment);

const perShare: Partial<Record<Meter, number>> = {
  "http-requests": requests,
  "function-calls": calls,
  "function-time": calls * work.seconds * functionMemory,
  "table-reads": calls * work.reads,
  "table-writes": calls * work.writes,
  "table-storage": keptBytes / gigabyte,
  "table-recovery": keptBytes / gigabyte,
  // EventBridge charges for the event of an upload, because S3 sends it only if the bucket requests it, and for the
  // event of a comment, because the app publishes it: https://aws.amazon.com/eventbridge/pricing/
  events: uploads + comments,
  "log-lines": loggedBytes / gigabyte,
  "log-storage": ((3 / 7) * loggedBytes) / gigabyte,
  "stored-files": (audioBytes / gigabyte) * (days / 30),
  "file-writes": uploads,
  "file-reads": uploads * (1 + listenings),
  // AWS charges for the traffic of S3 as for that of the APIs.
  "api-traffic": (listenings * audioBytes + requests * sizes.answer) / gigabyte,
  mails: sharingAssumptions.mails,
};

/** One learner's monthly usage by feedback through links, in units of the meters. */
export const sharingPerLearner: Partial<Record<Meter, number>> = Object.fromEntries(
  Object.entries(perShare).map(([meter, units]) => [meter, sharesPerMonth * units]),
);
