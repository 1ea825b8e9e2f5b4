import { requestsPerHour, signUpsPerHour, studyAssumptions, usageAssumptions } from "../../lib/load.ts";

export type HandlerWork = {
  /** DynamoDB units. A read that finds nothing is charged too. A row in an index costs an extra write. */
  reads: number;
  writes: number;
  /** Requests to DynamoDB that run one after the other. */
  roundTrips: number;
  /** Other waiting time, for example for another service. */
  waitMs?: number;
};

/** The share of practised segments and dialogues that are new. Assumes that each is practised twice. */
export const firstAttemptShare = 0.5;

/** A learner's rows after some months of practice. `rowBytes` is the size of a segment's or dialogue's row. */
export const storedPerLearner = { segments: 1000, scenarios: 85, rowBytes: 250, exams: 20 } as const;

/**
 * For an exam of 24 segments: the exam attempt at its start (`begun`), the exam attempt after its end (`sat`), and a
 * complete marking with a hundred ticked units and twenty errors. An incomplete marking is assumed to have half of this
 * size.
 */
export const examRowBytes = { begun: 600, sat: 2700, marking: 16_000 } as const;

/** A batch of five reviews, five recordings and two terms, as a row and as JSON. */
export const studyBatchBytes = { row: 3000, json: 3600 } as const;

/** `stored` is for half a year of practice. A save reads the `latest` batches to recognise a repeated request. */
export const studyBatches = {
  stored: 6 * studyAssumptions.daysPerMonth * studyAssumptions.batches,
  latest: 5,
} as const;

const readUnitBytes = 4096;
const writeUnitBytes = 1024;
const readUnitsFor = (bytes: number) => Math.ceil(bytes / readUnitBytes);
const writeUnitsFor = (bytes: number) => Math.ceil(bytes / writeUnitBytes);
const readUnitsForRows = (rows: number) => readUnitsFor(rows * storedPerLearner.rowBytes);

/** A consistent read that finds nothing, because the account is open. */
export const accountCheck: HandlerWork = { reads: 1, writes: 0, roundTrips: 1 };
/** After a new row, the check is repeated, so that no row outlives its account. */
const accountRecheck = accountCheck;
const callCounting: HandlerWork = { reads: 1, writes: 1, roundTrips: 2 };

const addWork = (...parts: readonly HandlerWork[]): HandlerWork => ({
  reads: parts.reduce((sum, { reads }) => sum + reads, 0),
  writes: parts.reduce((sum, { writes }) => sum + writes, 0),
  roundTrips: parts.reduce((sum, { roundTrips }) => sum + roundTrips, 0),
  waitMs: parts.reduce((sum, { waitMs = 0 }) => sum + waitMs, 0),
});

/** Each save reads half a unit to find the row. The first save also counts two calls, to limit the number of rows. */
export const progressSave = {
  again: { reads: 0.5, writes: 1, roundTrips: 2 },
  first: addWork({ reads: 0.5, writes: 1, roundTrips: 2 }, accountRecheck, callCounting, callCounting),
};

const scaleWork = (share: number, { reads, writes, roundTrips, waitMs = 0 }: HandlerWork): HandlerWork => ({
  reads: share * reads,
  writes: share * writes,
  roundTrips: share * roundTrips,
  waitMs: share * waitMs,
});

const averageProgressSave = addWork(
  scaleWork(1 - firstAttemptShare, progressSave.again),
  scaleWork(firstAttemptShare, progressSave.first),
);

const eventBusMs = 20;

/** Assumes a read, a write and a read for each save. */
export const examSave = {
  begun: addWork(
    { reads: 1 + readUnitsFor(examRowBytes.begun), writes: writeUnitsFor(examRowBytes.begun), roundTrips: 3 },
    accountRecheck,
  ),
  over: {
    reads: readUnitsFor(examRowBytes.begun) + readUnitsFor(examRowBytes.sat),
    writes: writeUnitsFor(examRowBytes.sat),
    roundTrips: 3,
  },
};

export const markingSave = {
  reads: readUnitsFor(examRowBytes.sat) + readUnitsFor(examRowBytes.marking / 2),
  writes: writeUnitsFor(examRowBytes.marking / 2) + writeUnitsFor(examRowBytes.sat),
  roundTrips: 4,
};

export const studySave = addWork(
  {
    reads: readUnitsFor(studyBatches.latest * studyBatchBytes.row),
    writes: writeUnitsFor(studyBatchBytes.row),
    roundTrips: 2,
  },
  accountRecheck,
);

const eventPublishing: HandlerWork = { reads: 0, writes: 0, roundTrips: 0, waitMs: eventBusMs };

const cognitoMs = 40;

const accountReading: HandlerWork = { reads: 2 + readUnitsFor(studyBatchBytes.row), writes: 0, roundTrips: 1 };

const progressReading: HandlerWork = {
  reads: readUnitsForRows(storedPerLearner.segments),
  writes: 0,
  roundTrips: 1,
  waitMs: 20,
};

const completedReading: HandlerWork = { reads: readUnitsForRows(storedPerLearner.scenarios), writes: 0, roundTrips: 1 };

/**
 * The wait is that of `progressReading`, and 5 ms for signing, as in grant-content. The lists are read while the
 * account is read, so the lists add no round trip.
 */
const practiceReading: HandlerWork = {
  reads: progressReading.reads + completedReading.reads,
  writes: 0,
  roundTrips: 0,
  waitMs: 25,
};

/** The list of exam attempts is read while the account is read. Only the markings, read afterwards, add a round trip. */
export const examReading: HandlerWork = {
  reads: readUnitsFor(storedPerLearner.exams * examRowBytes.sat) + readUnitsFor(examRowBytes.marking),
  writes: 0,
  roundTrips: 1,
};

/** `others` is an average of all other routes. */
export const routeWork: Record<keyof typeof requestsPerHour, HandlerWork> = {
  "save-progress": addWork(accountCheck, averageProgressSave),
  "complete-scenario": addWork(accountCheck, averageProgressSave),
  "get-account": accountReading,
  "get-home": addWork(accountCheck, accountReading, examReading, scaleWork(0.5, practiceReading)),
  "grant-content": addWork(accountCheck, { reads: 2, writes: 0, roundTrips: 1, waitMs: 5 }),
  "list-progress": addWork(accountCheck, progressReading),
  "list-completed-scenarios": addWork(accountCheck, completedReading),
  "save-exam-attempt": addWork(
    ...[accountCheck, callCounting, eventPublishing],
    scaleWork(0.5, addWork(examSave.begun, callCounting, callCounting)),
    scaleWork(0.5, examSave.over),
  ),
  "mark-exam-attempt": addWork(accountCheck, callCounting, markingSave, eventPublishing),
  "list-exam-attempts": addWork(accountCheck, {
    reads: readUnitsFor(storedPerLearner.exams * examRowBytes.sat),
    writes: 0,
    roundTrips: 1,
  }),
  "list-exam-markings": addWork(accountCheck, {
    reads: readUnitsFor(examRowBytes.sat) + readUnitsFor(examRowBytes.marking),
    writes: 0,
    roundTrips: 1,
  }),
  // Usually returns one batch of another device, or none.
  "list-study-changes": addWork(accountCheck, { reads: readUnitsFor(studyBatchBytes.row), writes: 0, roundTrips: 1 }),
  "save-study-changes": addWork(accountCheck, callCounting, studySave, eventPublishing),
  // A successful response takes a multiple of 300 ms.
  "check-user-provider": addWork(callCounting, callCounting, { reads: 0, writes: 0, roundTrips: 0, waitMs: 300 }),
  others: addWork(accountCheck, { reads: 2, writes: 1, roundTrips: 2, waitMs: 100 }),
};

/** Handlers outside the HTTP API. `perHour` counts calls per hour of practice. */
export const eventWork = {
  connect: {
    perHour: usageAssumptions.visits + usageAssumptions.reconnections,
    // The handler reads the learner's rows to find a free seat, then writes the row and its index entry.
    work: addWork({ reads: 1, writes: 2, roundTrips: 2, waitMs: cognitoMs }, accountRecheck),
  },
  disconnect: {
    perHour: usageAssumptions.visits + usageAssumptions.reconnections,
    work: { reads: 0.5, writes: 2, roundTrips: 2 },
  },
  "push-changes": {
    perHour:
      requestsPerHour.others +
      requestsPerHour["save-exam-attempt"] +
      requestsPerHour["mark-exam-attempt"] +
      requestsPerHour["save-study-changes"],
    work: { reads: 1, writes: 0, roundTrips: 1, waitMs: 20 },
  },
  "sign-up triggers": {
    // Assumes three triggers for each sign-up.
    perHour: 3 * signUpsPerHour,
    work: addWork({ reads: 2, writes: 1, roundTrips: 3, waitMs: cognitoMs }, accountRecheck),
  },
} as const satisfies Record<string, { perHour: number; work: HandlerWork }>;

const computeMs = 5;
/** DynamoDB's response time over an open connection. */
const roundTripMs = 6;
/** The share of calls that start a new environment, and the charged time of such a start. */
const coldStarts = { share: 0.01, ms: 600 } as const;

export const callDurationMs = ({ roundTrips, waitMs = 0 }: HandlerWork): number =>
  computeMs + roundTrips * roundTripMs + waitMs + coldStarts.share * coldStarts.ms;
