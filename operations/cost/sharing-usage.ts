import { sharedKbps } from "../../domain/sharing/share-limits.ts";
import type { Meter } from "./prices.ts";

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
  /** The approximate number of months for which a share and its comments are kept. */
  keptMonths: 12,
} as const;

const gigabyte = 1e9;
/** In bytes. */
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
  // EventBridge charges for opt-in events of S3, and for events that the app publishes:
  // https://aws.amazon.com/eventbridge/pricing/
  events: uploads + comments,
  "log-lines": loggedBytes / gigabyte,
  "log-storage": ((3 / 7) * loggedBytes) / gigabyte,
  "stored-files": (audioBytes / gigabyte) * (days / 30),
  "file-writes": uploads,
  "file-reads": uploads * (1 + listenings),
  // Traffic of S3 has the same price as traffic of the APIs.
  "api-traffic": (listenings * audioBytes + requests * sizes.answer) / gigabyte,
  mails: sharingAssumptions.mails,
};

/** Per month, in units of the meters. */
export const sharingPerLearner: Partial<Record<Meter, number>> = Object.fromEntries(
  Object.entries(perShare).map(([meter, units]) => [meter, sharesPerMonth * units]),
);
