import { randomUUID } from "node:crypto";
import { setImmediate as afterOthers, setTimeout as sleep } from "node:timers/promises";
import type { Context } from "aws-lambda";

export type EventEnvelope = {
  version: "0";
  id: string;
  "detail-type": string;
  source: string;
  account: string;
  /** An ISO 8601 time in whole seconds, as EventBridge writes it. */
  time: string;
  region: string;
  resources: readonly string[];
  detail: unknown;
};

export type NewEvent = { source: string; detailType: string; detail: unknown; resources?: readonly string[] };

export type EventHandler = (event: EventEnvelope, context: Context) => Promise<unknown>;

export type Wait = (ms: number, signal: AbortSignal) => Promise<unknown>;

export type DeliveryOptions = {
  wait?: Wait;
  onDeadLetter?: (event: EventEnvelope, cause: unknown) => void;
};

/** Lambda waits 60 times longer: one minute before the second try, and two minutes before the third. */
const retryDelaysMs = [1000, 2000] as const;

const systemWait: Wait = (ms, signal) => sleep(ms, undefined, { signal, ref: false });

function logDeadLetter({ id, "detail-type": type }: EventEnvelope, cause: unknown): void {
  console.error(`Dead letter: the event ${id} (${type}) was given up:`, cause);
}

export function envelope(
  { source, detailType, detail, resources = [] }: NewEvent,
  { now, region }: { now: Date; region: string },
): EventEnvelope {
  return {
    version: "0",
    id: randomUUID(),
    "detail-type": detailType,
    source,
    account: "000000000000",
    time: `${now.toISOString().slice(0, 19)}Z`,
    region,
    resources,
    detail,
  };
}

/** Retries as often as Lambda does for asynchronous invocations. */
export class Deliveries {
  readonly #underWay = new Set<Promise<void>>();
  readonly #ending = new AbortController();
  readonly #wait: Wait;
  readonly #onDeadLetter: (event: EventEnvelope, cause: unknown) => void;

  constructor({ wait = systemWait, onDeadLetter = logDeadLetter }: DeliveryOptions) {
    this.#wait = wait;
    this.#onDeadLetter = onDeadLetter;
  }

  /** A failure of the handler does not reject the returned promise. */
  deliver(event: EventEnvelope, handler: EventHandler): Promise<void> {
    const delivery = this.#tryAll(event, handler).finally(() => this.#underWay.delete(delivery));
    this.#underWay.add(delivery);
    return delivery;
  }

  async #tryAll(event: EventEnvelope, handler: EventHandler): Promise<void> {
    // The response to the sender is written first, so that a handler cannot delay the response.
    await afterOthers();
    for (let tries = 1; ; tries += 1) {
      const context = { awsRequestId: event.id, getRemainingTimeInMillis: () => 60_000 } as Context;
      try {
        // Each try receives a copy, so that a handler's changes do not reach the next try or another handler.
        await handler(structuredClone(event), context);
        return;
      } catch (cause) {
        const delay = retryDelaysMs[tries - 1];
        const waited = delay !== undefined && (await this.#waited(delay));
        if (!waited) {
          this.#onDeadLetter(event, cause);
          return;
        }
      }
    }
  }

  async #waited(ms: number): Promise<boolean> {
    try {
      await this.#wait(ms, this.#ending.signal);
      return !this.#ending.signal.aborted;
    } catch (error) {
      if (this.#ending.signal.aborted) return false;
      throw error;
    }
  }

  /** Also waits for deliveries that start in the meantime. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** Cancels waiting retries, then waits for running handlers. */
  async close(): Promise<void> {
    this.#ending.abort();
    await this.idle();
  }
}
