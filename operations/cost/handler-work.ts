import { habits, requestsPerHour } from "../../lib/load.ts";

/** What one call of a handler takes. */
export type Work = {
  /** Units of DynamoDB. A read that is not found is charged too; a row in an index is a write of its own. */
  reads: number;
  writes: number;
  /** Questions to other services that wait for each other. */
  turns: number;
  /** What else is waited for, in ms. */
  waitMs?: number;
};

/** Of the segments and dialogues that are practised, those of which nothing was stored before: each is done twice. */
export const firstTimes = 0.5;

/** What a learner has stored after some months of practice, and what a row of it takes, in bytes. */
export const held = { segments: 1000, scenarios: 85, rowBytes: 250, mocks: 20 } as const;

/**
 * Rows of a mock of 24 segments, in bytes: as it begins, as it was sat, and its marking, with a hundred units ticked and
 * twenty errors noted; while it is marked, half of that on average.
 */
export const mockBytes = { begun: 600, sat: 2700, marking: 16_000 } as const;

const readUnit = 4096;
const writeUnit = 1024;
const reading = (bytes: number) => Math.ceil(bytes / readUnit);
const writing = (bytes: number) => Math.ceil(bytes / writeUnit);
const readingAll = (rows: number) => reading(rows * held.rowBytes);

/** Whether the account is being deleted: a consistent read of nothing. */
export const admitting: Work = { reads: 1, writes: 0, turns: 1 };
/** The same, asked again after a row was made, so that no row outlives its account. */
const keeping = admitting;
/** One kind of call counted: what was counted before is read, and changed. */
const counting: Work = { reads: 1, writes: 1, turns: 2 };

const all = (...parts: readonly Work[]): Work => ({
  reads: parts.reduce((sum, { reads }) => sum + reads, 0),
  writes: parts.reduce((sum, { writes }) => sum + writes, 0),
  turns: parts.reduce((sum, { turns }) => sum + turns, 0),
  waitMs: parts.reduce((sum, { waitMs = 0 }) => sum + waitMs, 0),
});

/** What is stored once is looked for first, by half a unit; two counts bound how much of it there can be. */
export const storing = {
  again: { reads: 0.5, writes: 1, turns: 2 },
  first: all({ reads: 0.5, writes: 1, turns: 2 }, keeping, counting, counting),
};

const times = (share: number, { reads, writes, turns }: Work): Work => ({
  reads: share * reads,
  writes: share * writes,
  turns: share * turns,
});

const storingOnAverage = all(times(1 - firstTimes, storing.again), times(firstTimes, storing.first));

/** How long the event bus takes to answer, in ms. */
const busMs = 20;

/** What is stored of a mock when it begins and when it is over: looked for, stored and read again. */
export const storingMock = {
  begun: all({ reads: 1 + reading(mockBytes.begun), writes: writing(mockBytes.begun), turns: 3 }, keeping),
  over: { reads: reading(mockBytes.begun) + reading(mockBytes.sat), writes: writing(mockBytes.sat), turns: 3 },
};

/** The mock and its marking are read; the marking is replaced, and what it comes to put beside the mock. */
export const marking = {
  reads: reading(mockBytes.sat) + reading(mockBytes.marking / 2),
  writes: writing(mockBytes.marking / 2) + writing(mockBytes.sat),
  turns: 4,
};

const announcing: Work = { reads: 0, writes: 0, turns: 0, waitMs: busMs };

/** How long Cognito takes to answer, in ms. */
const cognitoMs = 40;

/** What a call of each of the routes takes that are asked for often; `others` stands for all others. */
export const routeWork: Record<keyof typeof requestsPerHour, Work> = {
  "save-progress": all(admitting, storingOnAverage),
  "complete-scenario": all(admitting, storingOnAverage),
  "get-account": { reads: 2, writes: 0, turns: 1 },
  "grant-content": all(admitting, { reads: 2, writes: 0, turns: 1, waitMs: 5 }),
  "list-progress": all(admitting, { reads: readingAll(held.segments), writes: 0, turns: 1, waitMs: 20 }),
  "list-completed-scenarios": all(admitting, { reads: readingAll(held.scenarios), writes: 0, turns: 1 }),
  "save-exam-attempt": all(
    ...[admitting, counting, announcing],
    times(0.5, all(storingMock.begun, counting, counting)),
    times(0.5, storingMock.over),
  ),
  "mark-exam-attempt": all(admitting, counting, marking, announcing),
  "list-exam-attempts": all(admitting, { reads: reading(held.mocks * mockBytes.sat), writes: 0, turns: 1 }),
  "list-exam-markings": all(admitting, {
    reads: reading(mockBytes.sat) + reading(mockBytes.marking),
    writes: 0,
    turns: 1,
  }),
  // The answer comes after a whole multiple of 300 ms, whoever is asked for.
  "check-user-provider": all(counting, counting, { reads: 0, writes: 0, turns: 0, waitMs: 300 }),
  others: all(admitting, { reads: 2, writes: 1, turns: 2, waitMs: 100 }),
};

/** Handlers that are called without a request, and how often in an hour of practice. */
export const otherWork = {
  connect: {
    perHour: habits.visits + habits.returns,
    // All rows of the learner to find a free seat, the row, and the same in the index.
    work: all({ reads: 1, writes: 2, turns: 2, waitMs: cognitoMs }, keeping),
  },
  disconnect: {
    perHour: habits.visits + habits.returns,
    work: { reads: 0.5, writes: 2, turns: 2 },
  },
  "push-changes": {
    perHour: requestsPerHour.others + requestsPerHour["save-exam-attempt"] + requestsPerHour["mark-exam-attempt"],
    work: { reads: 1, writes: 0, turns: 1, waitMs: 20 },
  },
  "sign-up triggers": {
    // Each learner signs up once in half a year.
    perHour: 3 / (6 * 30 * habits.hoursPerDay),
    work: all({ reads: 2, writes: 1, turns: 3, waitMs: cognitoMs }, keeping),
  },
} as const satisfies Record<string, { perHour: number; work: Work }>;

/** A call's own work, and what DynamoDB takes to answer over a warm connection, in ms. */
const ownMs = 5;
const turnMs = 6;
/** How many calls begin with a new environment, and what that takes of what is charged, in ms. */
const coldStarts = { share: 0.01, ms: 600 } as const;

/** How long a call lasts that is charged, in ms. */
export const durationMs = ({ turns, waitMs = 0 }: Work): number =>
  ownMs + turns * turnMs + waitMs + coldStarts.share * coldStarts.ms;
