import { randomUUID } from "node:crypto";
import { setImmediate as afterOthers, setTimeout as sleep } from "node:timers/promises";
import type { Context } from "aws-lambda";

/** An event as EventBridge hands it to a target. */
export type EventEnvelope = {
  version: "0";
  id: string;
  "detail-type": string;
  source: string;
  account: string;
  /** To the second, as EventBridge writes it. */
  time: string;
  region: string;
  resources: readonly string[];
  detail: unknown;
};

export type EventHandler = (event: EventEnvelope, context: Context) => Promise<unknown>;

/** Waits for a time, in ms; rejects once the signal is given. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<unknown>;

export type DeliveryOptions = {
  wait?: Wait;
  /** Told of an event that a handler has failed on for the last time; written to the console unless given. */
  onDeadLetter?: (event: EventEnvelope, cause: unknown) => void;
};

/** Waits before the second and the third try, in ms. Lambda waits one and two minutes. */
const retryDelaysMs = [1000, 2000] as const;

const systemWait: Wait = (ms, signal) => sleep(ms, undefined, { signal, ref: false });

function logDeadLetter({ id, "detail-type": type }: EventEnvelope, cause: unknown): void {
  console.error(`Dead letter: the event ${id} (${type}) was given up:`, cause);
}

/** Puts an event into its envelope. */
export function envelope(
  { source, detailType, detail }: { source: string; detailType: string; detail: unknown },
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
    resources: [],
    detail,
  };
}

/** Hands events to handlers, trying again as Lambda does with events that it was given without being waited for. */
export class Deliveries {
  readonly #underWay = new Set<Promise<void>>();
  readonly #ending = new AbortController();
  readonly #wait: Wait;
  readonly #onDeadLetter: (event: EventEnvelope, cause: unknown) => void;

  constructor({ wait = systemWait, onDeadLetter = logDeadLetter }: DeliveryOptions) {
    this.#wait = wait;
    this.#onDeadLetter = onDeadLetter;
  }

  /** Begins a delivery. What is given back never rejects. */
  deliver(event: EventEnvelope, handler: EventHandler): Promise<void> {
    const delivery = this.#tryAll(event, handler).finally(() => this.#underWay.delete(delivery));
    this.#underWay.add(delivery);
    return delivery;
  }

  async #tryAll(event: EventEnvelope, handler: EventHandler): Promise<void> {
    // Not before the sender was answered: nothing that a handler does may reach it.
    await afterOthers();
    for (let tries = 1; ; tries += 1) {
      // The handlers read no more of their context than this.
      const context = { awsRequestId: event.id, getRemainingTimeInMillis: () => 60_000 } as Context;
      try {
        // A copy each time: what one try does to it must not reach the next, nor another handler.
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

  /** False if the end came first. */
  async #waited(ms: number): Promise<boolean> {
    try {
      await this.#wait(ms, this.#ending.signal);
      return !this.#ending.signal.aborted;
    } catch (error) {
      if (this.#ending.signal.aborted) return false;
      throw error;
    }
  }

  /** Resolves once every delivery has succeeded or was given up, those included that are begun meanwhile. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }

  /** Gives up every event that waits for another try, and waits for the handlers that are running. */
  async close(): Promise<void> {
    this.#ending.abort();
    await this.idle();
  }
}
