import { AsyncLocalStorage } from "node:async_hooks";
import type { Context } from "aws-lambda";

/** How long one attempt of a call waits for an answer, in ms, by what is called. */
const attemptMs = {
  /** A service of AWS. An attempt and a retry fit into the shortest function, which is a trigger of Cognito with 5 s. */
  service: 2_000,
  /** Cognito, where it first waits for a trigger of ours. */
  trigger: 4_000,
  /** Stripe, which may wait for a bank. Three attempts fit into the 29 s of a function that pays. */
  payment: 8_000,
} as const;
type Kind = keyof typeof attemptMs;

/** Time that is kept for the refusal and its log, in ms. */
const answerMs = 500;
/** Time that Stripe's SDK waits between three attempts at most, in ms; it retries whatever an attempt ended with. */
const paymentPausesMs = 1_500;
const mostAttempts = 3;

let pace = 1;

/** Multiplies all limits: for tests that wait for them, and for a cloud whose services share one process. */
export function scaleTimeLimits(factor: number): void {
  pace = factor;
}

/** How long one attempt of a call may take, in ms. */
export const attemptLimit = (kind: Kind): number => attemptMs[kind] * pace;

/** Thrown in place of an attempt that could outlast its function, which would then be cut off without an answer. */
export class OutOfTimeError extends Error {
  constructor() {
    super("Too little of the function's time is left to ask a service");
    this.name = "OutOfTimeError";
  }
}

const present = new AsyncLocalStorage<() => number>();

/** Does the work of one invocation, whose calls end before its function does. */
export function withTimeLeft<Result>(context: Pick<Context, "getRemainingTimeInMillis">, work: () => Result): Result {
  return present.run(() => context.getRemainingTimeInMillis(), work);
}

/** The time that calls of the present invocation may still take, in ms; endless outside of one. */
function timeLeft(): number {
  const left = present.getStore()?.() ?? Number.POSITIVE_INFINITY;
  return left - answerMs * pace;
}

/** How long an attempt of a payment may take that begins now, in ms; 1 at least. */
export function paymentLimit(): number {
  return Math.max(1, Math.min(attemptLimit("payment"), timeLeft() - paymentPausesMs * pace));
}

type Next = (request: never) => Promise<unknown>;
/** A client of any AWS service: https://docs.aws.amazon.com/sdk-for-javascript/v3/developer-guide/middleware.html */
type Client = {
  middlewareStack: {
    add(middleware: (next: Next) => Next, options: { step: "finalizeRequest"; priority: "low" }): void;
  };
};

type Settings = {
  maxAttempts: number;
  requestHandler: {
    connectionTimeout: number;
    requestTimeout: number;
    socketTimeout: number;
    throwOnRequestTimeout: true;
  };
};

/**
 * Makes a client of an AWS service whose calls are given up and retried before the function's time ends. By itself the SDK
 * waits without end, and takes `requestTimeout` for a warning:
 * https://github.com/aws/aws-sdk-js-v3/blob/main/supplemental-docs/CLIENTS.md#request-handler-requesthandler
 */
export function createAwsClient<Made extends Client>(make: (settings: Settings) => Made, kind: Kind = "service"): Made {
  const limit = attemptLimit(kind);
  const client = make({
    maxAttempts: mostAttempts,
    requestHandler: {
      connectionTimeout: limit / 2,
      requestTimeout: limit,
      // Also ends a response that starts and then stalls.
      socketTimeout: limit,
      throwOnRequestTimeout: true,
    },
  });
  // In this step, with low priority, it comes once for each attempt.
  client.middlewareStack.add(
    (next) => (request) => (timeLeft() < limit ? Promise.reject(new OutOfTimeError()) : next(request)),
    { step: "finalizeRequest", priority: "low" },
  );
  return client;
}
