import { AsyncLocalStorage } from "node:async_hooks";
import type { Context } from "aws-lambda";

const attemptMs = {
  /** An AWS service. An attempt and a retry fit into 5 s, the time of the shortest function (a Cognito trigger). */
  service: 2_000,
  /** Cognito, when it waits for a trigger of this project. */
  trigger: 4_000,
  /** Stripe, which may wait for a bank. Three attempts fit into the 29 s of an API route that calls Stripe. */
  payment: 8_000,
  /** The canary's calls in `learner-app.ts`. The limit allows for a cold start and a retried call of a service. */
  learner: 8_000,
} as const;
type ServiceKind = keyof typeof attemptMs;

/** Time reserved for sending and logging a refusal. */
const responseReserveMs = 500;
/** The SDK of Stripe pauses before each of two retries, for at most this time in total. */
const paymentPausesMs = 1_500;
const maxTries = 3;

let limitFactor = 1;

/** For tests, and for the local cloud, whose services share one process. */
export function scaleTimeLimits(factor: number): void {
  limitFactor = factor;
}

export const attemptTimeoutMs = (kind: ServiceKind): number => attemptMs[kind] * limitFactor;

/**
 * Thrown instead of starting an attempt that could outlast the function, because Lambda would end the function without
 * a response.
 */
export class OutOfTimeError extends Error {
  constructor() {
    super("Too little of the function's time is left to ask a service");
    this.name = "OutOfTimeError";
  }
}

const currentInvocation = new AsyncLocalStorage<() => number>();

export function withDeadline<Result>(context: Pick<Context, "getRemainingTimeInMillis">, work: () => Result): Result {
  return currentInvocation.run(() => context.getRemainingTimeInMillis(), work);
}

function remainingMs(): number {
  const left = currentInvocation.getStore()?.() ?? Number.POSITIVE_INFINITY;
  return left - responseReserveMs * limitFactor;
}

/** At least 1, because Node takes 0 as no timeout. */
export function paymentTimeoutMs(): number {
  return Math.max(1, Math.min(attemptTimeoutMs("payment"), remainingMs() - paymentPausesMs * limitFactor));
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
 * By default the SDK waits without limit, and only warns after `requestTimeout`:
 * https://github.com/aws/aws-sdk-js-v3/blob/main/supplemental-docs/CLIENTS.md#request-handler-requesthandler
 */
export function createAwsClient<Made extends Client>(
  make: (settings: Settings) => Made,
  kind: ServiceKind = "service",
): Made {
  const limit = attemptTimeoutMs(kind);
  const client = make({
    maxAttempts: maxTries,
    requestHandler: {
      connectionTimeout: limit / 2,
      requestTimeout: limit,
      // Also ends a response that starts and then stalls.
      socketTimeout: limit,
      throwOnRequestTimeout: true,
    },
  });
  // With low priority, this step runs after the retry step, so once per attempt.
  client.middlewareStack.add(
    (next) => (request) => (remainingMs() < limit ? Promise.reject(new OutOfTimeError()) : next(request)),
    { step: "finalizeRequest", priority: "low" },
  );
  return client;
}
