import { heartbeatMs } from "../domain/realtime/channel-transition.ts";

/** Requests per second in the long run, and at once. */
export type Throttle = { rate: number; burst: number };

/**
 * What learners do. Segments and visits are assumptions; what each of them asks of the API is measured by `npm run bench`
 * ("Requests to the API for 3 attempts": 3; "for opening and hearing a scenario": 0).
 */
export const usageAssumptions = {
  /** Of practice, for each learner, whether they practise that day or not. */
  hoursPerDay: 0.5,
  /** In an hour of practice: heard, interpreted and heard again, a segment takes half a minute at least. */
  segments: 120,
  dialogues: 10,
  /** Pages that are opened or loaded anew in an hour of practice. */
  visits: 2,
  /** Pages that are looked at again after they gave their connection back. */
  reconnections: 6,
  /** Mock exams that are sat and marked: three in a month of half an hour a day, of which they take their part. */
  exams: 0.2,
  /** Questions whether an e-mail has an account, one for each time that somebody signs in or up. */
  signIns: 0.2,
  /** The busiest moments, as a multiple of the average of the day. */
  peak: 4,
} as const;

/** A mock of 24 segments, in hours: twenty minutes to sit it and ten to mark it. */
export const examAssumptions = { segments: 24, hours: 0.5 } as const;

/** Of each hour, what is not spent on mocks. */
export const practiceShare = 1 - usageAssumptions.exams * examAssumptions.hours;

/**
 * What a mock asks of the API. Nothing while it is sat, as `npm run bench` measures. In the ten minutes of its marking all
 * that is noted within half a minute goes together.
 */
export const requestsPerExam = {
  /** When it begins and when it is over. */
  "save-exam-attempt": 2,
  "mark-exam-attempt": 20,
  /** Before it, on its sheet and afterwards. */
  "list-exam-attempts": 4,
  "list-exam-markings": 2,
} as const;

/** Requests to the HTTP API in an hour of practice, by what is asked for. */
export const requestsPerHour = {
  "save-progress": practiceShare * usageAssumptions.segments,
  "complete-scenario": practiceShare * usageAssumptions.dialogues,
  // A page reads the account when it is opened, and again whenever its channel is joined.
  "get-account": 2 * usageAssumptions.visits + usageAssumptions.reconnections,
  // A grant is good for an hour, and a page that is opened asks for its own.
  "grant-content": usageAssumptions.visits,
  "list-progress": usageAssumptions.visits,
  "list-completed-scenarios": usageAssumptions.visits,
  "check-user-provider": usageAssumptions.signIns,
  "save-exam-attempt": usageAssumptions.exams * requestsPerExam["save-exam-attempt"],
  "mark-exam-attempt": usageAssumptions.exams * requestsPerExam["mark-exam-attempt"],
  "list-exam-attempts": usageAssumptions.exams * requestsPerExam["list-exam-attempts"],
  "list-exam-markings": usageAssumptions.exams * requestsPerExam["list-exam-markings"],
  /** Plans, profiles and messages. */
  others: 1,
} as const;

const secondsPerHour = 3600;
const hoursPerDay = 24;

/** What API Gateway allows an account in a region until more is asked for, of all its APIs together. */
export const gatewayQuota = { rate: 10_000, burst: 5000, newConnections: 500 } as const;

/** How much more is allowed than the busiest moment needs. */
const headroom = 1.25;

export type Load = {
  /** Learners who practise at the same moment, each with a page that is looked at. */
  concurrentLearners: number;
  /** Requests to the HTTP API, per second. */
  requests: number;
  /** Questions whether an e-mail has an account, per second: part of `requests`. */
  signIns: number;
  /** Heartbeats of open pages, per second. */
  heartbeats: number;
  /** Connections that are opened, per second. */
  newConnections: number;
};

/** What so many learners ask of a stage at its busiest moment. */
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

/** API Gateway takes no limit above the account's, so neither is one set; a stage for a handful takes a page's burst too. */
function createThrottle(perSecond: number, most: number = gatewayQuota.rate): Throttle {
  const rate = Math.min(roundUp(Math.max(perSecond * headroom, 50)), most);
  return { rate, burst: Math.min(2 * rate, gatewayQuota.burst) };
}

export type StageThrottles = {
  /** The HTTP API's, for all routes without a limit of their own. */
  api: Throttle;
  /** Each route's of the WebSocket API: what is used up on one is there on the others. */
  realtime: Record<"$connect" | "$disconnect" | "$default" | "heartbeat", Throttle>;
};

/**
 * The limits of a stage for so many learners, at their busiest moment and with a quarter to spare. All whose connections
 * broke at once join anew as fast as API Gateway lets them, and each then reads the account.
 */
export function throttlesFor(learners: number): StageThrottles {
  const { concurrentLearners, requests, heartbeats } = peakLoad(learners);
  const connections = createThrottle(gatewayQuota.newConnections, gatewayQuota.newConnections);
  return {
    api: createThrottle(requests + Math.min(concurrentLearners, gatewayQuota.newConnections) / headroom),
    realtime: {
      $connect: connections,
      $disconnect: connections,
      // Pages say nothing that goes there.
      $default: createThrottle(0),
      heartbeat: createThrottle(heartbeats),
    },
  };
}
