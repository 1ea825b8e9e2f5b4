import { heartbeatMs } from "../domain/realtime/channel-transition.ts";

/** `rate` is in requests per second, `burst` in requests. */
export type Throttle = { rate: number; burst: number };

/** `npm run bench` measures that an attempt at a segment causes one request to the API. */
export const usageAssumptions = {
  /** Hours of practice per learner, averaged over all days. */
  hoursPerDay: 0.5,
  /** Per hour of practice. A segment takes at least half a minute: listening, interpreting and listening again. */
  segments: 120,
  dialogues: 10,
  /** Pages opened or reloaded per hour of practice. */
  visits: 2,
  homeShare: 0.8,
  /**
   * Per hour of practice. A page that is hidden for a while closes its connection, and reopens it when it is visible
   * again.
   */
  reconnections: 6,
  /** Exam attempts with a marking, per hour of practice. The time for exams is part of the practice time. */
  exams: 0.2,
  /** Checks of an email per hour of practice: one for each log-in or sign-up. */
  signIns: 0.2,
  /** The busiest moment as a multiple of the daily average. */
  peak: 4,
} as const;

/** Twenty minutes to sit and ten to mark. */
export const examAssumptions = { segments: 24, hours: 0.5 } as const;

export const practiceShare = 1 - usageAssumptions.exams * examAssumptions.hours;

/** Requests to the API per exam attempt. Assumes two requests a minute during the ten minutes of marking. */
export const requestsPerExam = {
  /** One save at the start of the exam, and one at its end. */
  "save-exam-attempt": 2,
  "mark-exam-attempt": 20,
  "list-exam-attempts": 4,
  "list-exam-markings": 2,
} as const;

/** Per learner. `batches` and `lists` are requests to save and to list changes, on a day with practice. */
export const studyAssumptions = { daysPerMonth: 22, batches: 4, changesPerBatch: 12, lists: 1 } as const;

const perPracticeHour = (perStudyDay: number) =>
  (studyAssumptions.daysPerMonth * perStudyDay) / (30 * usageAssumptions.hoursPerDay);

const homeVisits = usageAssumptions.homeShare * usageAssumptions.visits;
const otherVisits = usageAssumptions.visits - homeVisits;

/** Per hour of practice. */
export const requestsPerHour = {
  "save-progress": practiceShare * usageAssumptions.segments,
  "complete-scenario": practiceShare * usageAssumptions.dialogues,
  // Home requests its data when it opens, and again after it connects to the WebSocket API.
  "get-home": 2 * homeVisits,
  // A page other than Home reads the account when it opens, and again after it connects. Pages that reconnect are
  // assumed not to be Home.
  "get-account": 2 * otherVisits + usageAssumptions.reconnections,
  // Home's data contains its grants.
  "grant-content": otherVisits,
  "list-progress": otherVisits,
  "list-completed-scenarios": otherVisits,
  "check-user-provider": usageAssumptions.signIns,
  "save-exam-attempt": usageAssumptions.exams * requestsPerExam["save-exam-attempt"],
  "mark-exam-attempt": usageAssumptions.exams * requestsPerExam["mark-exam-attempt"],
  "list-exam-attempts": usageAssumptions.exams * requestsPerExam["list-exam-attempts"],
  "list-exam-markings": usageAssumptions.exams * requestsPerExam["list-exam-markings"],
  "list-study-changes": perPracticeHour(studyAssumptions.lists),
  "save-study-changes": perPracticeHour(studyAssumptions.batches),
  others: 1,
} as const;

/** Per hour of practice. Assumes that each learner signs up once and stays for half a year. */
export const signUpsPerHour = 1 / (6 * 30 * usageAssumptions.hoursPerDay);

/** Requests to the user pool without an AWS signature, per hour of practice. The firewall inspects such requests. */
export const userPoolRequestsPerHour = {
  /** From browsers: two for the password, one for the log-out. */
  logIns: 3 * usageAssumptions.signIns,
  /** From browsers. Assumes one renewal of tokens for each visit, and one an hour. */
  renewals: usageAssumptions.visits + 1,
  /** From functions: each new connection checks its session. */
  sessionChecks: usageAssumptions.visits + usageAssumptions.reconnections,
} as const;

const secondsPerHour = 3600;
const hoursPerDay = 24;

/**
 * API Gateway's default quotas per account and region, for all APIs together. `rate` and `newConnections` are per
 * second.
 */
export const gatewayQuota = { rate: 10_000, burst: 5000, newConnections: 500 } as const;

/** Factor for limits that depend on the load at the busiest moment. */
export const headroom = 1.25;

export type Load = {
  /** Learners who practise at the same moment, each with one visible page. */
  concurrentLearners: number;
  /** Per second, to the HTTP API. */
  requests: number;
  /** Checks whether an email has an account, per second; part of `requests`. */
  signIns: number;
  /** Per second. */
  heartbeats: number;
  /** WebSocket connections opened per second. */
  newConnections: number;
};

export function peakLoad(learners: number): Load {
  const practising = (learners * usageAssumptions.hoursPerDay * usageAssumptions.peak) / hoursPerDay;
  const perSecond = (perHour: number) => (practising * perHour) / secondsPerHour;
  const requests = Object.values(requestsPerHour).reduce((sum, some) => sum + some, 0);
  return {
    concurrentLearners: practising,
    requests: perSecond(requests),
    signIns: perSecond(requestsPerHour["check-user-provider"]),
    heartbeats: (practising * 1000) / heartbeatMs,
    newConnections: perSecond(usageAssumptions.visits + usageAssumptions.reconnections),
  };
}

const roundUp = (value: number) => Math.ceil(value / 50) * 50;

/** API Gateway accepts no limit above the account's quota. */
function createThrottle(perSecond: number, most: number = gatewayQuota.rate): Throttle {
  const rate = Math.min(roundUp(Math.max(perSecond * headroom, 50)), most);
  return { rate, burst: Math.min(2 * rate, gatewayQuota.burst) };
}

export type StageThrottles = {
  /** For all routes of the HTTP API without a limit of their own. */
  api: Throttle;
  /**
   * For each route of the WebSocket API separately, so that requests to one route do not use up the limit of another.
   */
  realtime: Record<"$connect" | "$disconnect" | "$default" | "heartbeat", Throttle>;
};

/**
 * After an outage, pages reconnect as fast as API Gateway allows, and then refetch the account. So the limit of the API
 * includes these requests.
 */
export function throttlesFor(learners: number): StageThrottles {
  const { concurrentLearners, requests, heartbeats } = peakLoad(learners);
  const connections = createThrottle(gatewayQuota.newConnections, gatewayQuota.newConnections);
  return {
    api: createThrottle(requests + Math.min(concurrentLearners, gatewayQuota.newConnections) / headroom),
    realtime: {
      $connect: connections,
      $disconnect: connections,
      // Pages send no messages to this route.
      $default: createThrottle(0),
      heartbeat: createThrottle(heartbeats),
    },
  };
}
