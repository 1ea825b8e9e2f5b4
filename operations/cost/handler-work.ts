import { requestsPerHour, usageAssumptions } from "../../lib/load.ts";

/** What one call of a handler takes. */
export type HandlerWork = {
  /** Units of DynamoDB. A read that is not found is charged too; a row in an index is a write of its own. */
  reads: number;
  writes: number;
  /** Questions to other services that wait for each other. */
  roundTrips: number;
  /** What else is waited for, in ms. */
  waitMs?: number;
};

/** Of the segments and dialogues that are practised, those of which nothing was stored before: each is done twice. */
export const firstAttemptShare = 0.5;

/** What a learner has stored after some months of practice, and what a row of it takes, in bytes. */
export const storedPerLearner = { segments: 1000, scenarios: 85, rowBytes: 250, exams: 20 } as const;

/**
 * Rows of a mock of 24 segments, in bytes: as it begins, as it was sat, and its marking, with a hundred units ticked and
 * twenty errors noted; while it is marked, half of that on average.
 */
export const examRowBytes = { begun: 600, sat: 2700, marking: 16_000 } as const;

const readUnitBytes = 4096;
const writeUnitBytes = 1024;
const readUnitsFor = (bytes: number) => Math.ceil(bytes / readUnitBytes);
const writeUnitsFor = (bytes: number) => Math.ceil(bytes / writeUnitBytes);
const readUnitsForRows = (rows: number) => readUnitsFor(rows * storedPerLearner.rowBytes);

/** Whether the account is being deleted: a consistent read of nothing. */
export const accountCheck: HandlerWork = { reads: 1, writes: 0, roundTrips: 1 };
/** The same, asked again after a row was made, so that no row outlives its account. */
const accountRecheck = accountCheck;
/** One kind of call counted: what was counted before is read, and changed. */
const callCounting: HandlerWork = { reads: 1, writes: 1, roundTrips: 2 };

const addWork = (...parts: readonly HandlerWork[]): HandlerWork => ({
  reads: parts.reduce((sum, { reads }) => sum + reads, 0),
  writes: parts.reduce((sum, { writes }) => sum + writes, 0),
  roundTrips: parts.reduce((sum, { roundTrips }) => sum + roundTrips, 0),
  waitMs: parts.reduce((sum, { waitMs = 0 }) => sum + waitMs, 0),
});

/** What is stored once is looked for first, by half a unit; two counts bound how much of it there can be. */
export const progressSave = {
  again: { reads: 0.5, writes: 1, roundTrips: 2 },
  first: addWork({ reads: 0.5, writes: 1, roundTrips: 2 }, accountRecheck, callCounting, callCounting),
};

const scaleWork = (share: number, { reads, writes, roundTrips }: HandlerWork): HandlerWork => ({
  reads: share * reads,
  writes: share * writes,
  roundTrips: share * roundTrips,
});

const averageProgressSave = addWork(
  scaleWork(1 - firstAttemptShare, progressSave.again),
  scaleWork(firstAttemptShare, progressSave.first),
);

/** How long the event bus takes to answer, in ms. */
const eventBusMs = 20;

/** What is stored of a mock when it begins and when it is over: looked for, stored and read again. */
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

/** The mock and its marking are read; the marking is replaced, and what it comes to put beside the mock. */
export const markingSave = {
  reads: readUnitsFor(examRowBytes.sat) + readUnitsFor(examRowBytes.marking / 2),
  writes: writeUnitsFor(examRowBytes.marking / 2) + writeUnitsFor(examRowBytes.sat),
  roundTrips: 4,
};

const eventPublishing: HandlerWork = { reads: 0, writes: 0, roundTrips: 0, waitMs: eventBusMs };

/** How long Cognito takes to answer, in ms. */
const cognitoMs = 40;

/** What a call of each of the routes takes that are asked for often; `others` stands for all others. */
export const routeWork: Record<keyof typeof requestsPerHour, HandlerWork> = {
  "save-progress": addWork(accountCheck, averageProgressSave),
  "complete-scenario": addWork(accountCheck, averageProgressSave),
  "get-account": { reads: 2, writes: 0, roundTrips: 1 },
  "grant-content": addWork(accountCheck, { reads: 2, writes: 0, roundTrips: 1, waitMs: 5 }),
  "list-progress": addWork(accountCheck, {
    reads: readUnitsForRows(storedPerLearner.segments),
    writes: 0,
    roundTrips: 1,
    waitMs: 20,
  }),
  "list-completed-scenarios": addWork(accountCheck, {
    reads: readUnitsForRows(storedPerLearner.scenarios),
    writes: 0,
    roundTrips: 1,
  }),
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
  // The answer comes after a whole multiple of 300 ms, whoever is asked for.
  "check-user-provider": addWork(callCounting, callCounting, { reads: 0, writes: 0, roundTrips: 0, waitMs: 300 }),
  others: addWork(accountCheck, { reads: 2, writes: 1, roundTrips: 2, waitMs: 100 }),
};

/** Handlers that are called without a request, and how often in an hour of practice. */
export const eventWork = {
  connect: {
    perHour: usageAssumptions.visits + usageAssumptions.reconnections,
    // All rows of the learner to find a free seat, the row, and the same in the index.
    work: addWork({ reads: 1, writes: 2, roundTrips: 2, waitMs: cognitoMs }, accountRecheck),
  },
  disconnect: {
    perHour: usageAssumptions.visits + usageAssumptions.reconnections,
    work: { reads: 0.5, writes: 2, roundTrips: 2 },
  },
  "push-changes": {
    perHour: requestsPerHour.others + requestsPerHour["save-exam-attempt"] + requestsPerHour["mark-exam-attempt"],
    work: { reads: 1, writes: 0, roundTrips: 1, waitMs: 20 },
  },
  "sign-up triggers": {
    // Each learner signs up once in half a year.
    perHour: 3 / (6 * 30 * usageAssumptions.hoursPerDay),
    work: addWork({ reads: 2, writes: 1, roundTrips: 3, waitMs: cognitoMs }, accountRecheck),
  },
} as const satisfies Record<string, { perHour: number; work: HandlerWork }>;

/** A call's own work, and what DynamoDB takes to answer over a warm connection, in ms. */
const computeMs = 5;
const roundTripMs = 6;
/** How many calls begin with a new environment, and what that takes of what is charged, in ms. */
const coldStarts = { share: 0.01, ms: 600 } as const;

/** How long a call lasts that is charged, in ms. */
export const callDurationMs = ({ roundTrips, waitMs = 0 }: HandlerWork): number =>
  computeMs + roundTrips * roundTripMs + waitMs + coldStarts.share * coldStarts.ms;
