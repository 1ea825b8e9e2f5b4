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
type ServiceKind = keyof typeof attemptMs;

/** Time that is kept for the refusal and its log, in ms. */
const responseReserveMs = 500;
/** Time that Stripe's SDK waits between three attempts at most, in ms; it retries whatever an attempt ended with. */
const paymentPausesMs = 1_500;
const maxTries = 3;

let limitFactor = 1;

/** Multiplies all limits: for tests that wait for them, and for a cloud whose services share one process. */
export function scaleTimeLimits(factor: number): void {
  limitFactor = factor;
}

/** How long one attempt of a call may take, in ms. */
export const attemptTimeoutMs = (kind: ServiceKind): number => attemptMs[kind] * limitFactor;

/** Thrown in place of an attempt that could outlast its function, which would then be cut off without an answer. */
export class OutOfTimeError extends Error {
  constructor() {
    super("Too little of the function's time is left to ask a service");
    this.name = "OutOfTimeError";
  }
}

const currentInvocation = new AsyncLocalStorage<() => number>();

/** Does the work of one invocation, whose calls end before its function does. */
export function withDeadline<Result>(context: Pick<Context, "getRemainingTimeInMillis">, work: () => Result): Result {
  return currentInvocation.run(() => context.getRemainingTimeInMillis(), work);
}

/** The time that calls of the present invocation may still take, in ms; endless outside of one. */
function remainingMs(): number {
  const left = currentInvocation.getStore()?.() ?? Number.POSITIVE_INFINITY;
  return left - responseReserveMs * limitFactor;
}

/** How long an attempt of a payment may take that begins now, in ms; 1 at least. */
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
 * Makes a client of an AWS service whose calls are given up and retried before the function's time ends. By itself the SDK
 * waits without end, and takes `requestTimeout` for a warning:
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
  // In this step, with low priority, it comes once for each attempt.
  client.middlewareStack.add(
    (next) => (request) => (remainingMs() < limit ? Promise.reject(new OutOfTimeError()) : next(request)),
    { step: "finalizeRequest", priority: "low" },
  );
  return client;
}
