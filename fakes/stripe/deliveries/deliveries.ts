import type { DatabaseSync } from "node:sqlite";
import type { EventLog } from "../account/event-log.ts";
import type { Store } from "../account/store.ts";
import { type DeliveryQueue, openDeliveryQueue, type PendingDelivery } from "./delivery-queue.ts";
import { sendWebhook, type Webhook } from "./send-webhook.ts";

/** Calls `action` after `ms` milliseconds of real time; the result takes that back. */
export type Scheduler = (ms: number, action: () => void) => () => void;

export const realScheduler: Scheduler = (ms, action) => {
  const timer = setTimeout(action, ms);
  return () => clearTimeout(timer);
};

/** Back-off between attempts in milliseconds; the last one holds for all that follow. */
const retryDelaysMs = [500, 1000, 2000, 4000] as const;
const retryDelayMs = (attempts: number) => retryDelaysMs[attempts] ?? retryDelaysMs[3];

type Settings = { state: DatabaseSync; store: Store; events: EventLog; webhook: Webhook; scheduler: Scheduler };

const pausedSetting = "delivery paused";

/**
 * Sends every recorded event to the webhook, in order and at least once. One that is not taken waits and goes again, for
 * ever, while those behind it go on.
 */
export class Deliveries {
  readonly #settings: Settings;
  readonly #queue: DeliveryQueue;
  /** How the wait of a delivery that is not to go yet is taken back, by its id. */
  readonly #waits = new Map<number, () => void>();
  readonly #closing = new AbortController();
  #idleWaiters: (() => void)[] = [];
  #isRunning = false;
  #run: Promise<void> = Promise.resolve();
  #toDrop = 0;
  /** While delivery is paused, what has an id up to this one goes all the same. */
  #sentAnywayUpTo = 0;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#queue = openDeliveryQueue(settings.state);
  }

  /** Sends what may be sent now; to be called whenever that may have changed. */
  wake(): void {
    if (this.#isRunning || this.#closing.signal.aborted) return;
    this.#isRunning = true;
    this.#run = this.#sendAll();
  }

  /** What is still to be sent, in order, and whether it waits before it goes. */
  pending(): (PendingDelivery & { waits: boolean })[] {
    return this.#queue.pending().map((delivery) => ({ ...delivery, waits: this.#waits.has(delivery.id) }));
  }

  isPaused(): boolean {
    return this.#settings.store.readSetting(pausedSetting) === "yes";
  }

  pause(): void {
    this.#sentAnywayUpTo = 0;
    this.#settings.store.writeSetting(pausedSetting, "yes");
  }

  resume(): void {
    this.#settings.store.writeSetting(pausedSetting, "no");
    this.wake();
  }

  /** Sends all that is pending without any wait, though delivery be paused. */
  deliverNow(): void {
    this.#endWaits();
    this.#sentAnywayUpTo = this.#queue.lastId();
    this.wake();
  }

  /** Sends events once more. */
  duplicate(eventIds: readonly string[]): void {
    for (const id of eventIds) this.#queue.add(id);
    this.wake();
  }

  /** Puts the pending deliveries in the order of `ids`. */
  reorder(ids: readonly number[]): void {
    this.#queue.reorder(ids);
  }

  /** Loses the next `count` deliveries on their way. */
  dropNext(count: number): void {
    this.#toDrop = count;
  }

  /** Resolves once nothing is to be sent any more. */
  idle(): Promise<void> {
    if (this.#queue.count() === 0 && !this.#isRunning) return Promise.resolve();
    this.wake();
    return new Promise((resolve) => this.#idleWaiters.push(resolve));
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#endWaits();
    await this.#run;
    this.#endIdleWaits();
  }

  #next(): PendingDelivery | null {
    if (this.#closing.signal.aborted) return null;
    const upTo = this.isPaused() ? this.#sentAnywayUpTo : Number.MAX_SAFE_INTEGER;
    return this.#queue.first([...this.#waits.keys()], upTo);
  }

  async #sendAll(): Promise<void> {
    for (let delivery = this.#next(); delivery; delivery = this.#next()) await this.#attempt(delivery);
    this.#isRunning = false;
    if (!this.#closing.signal.aborted && this.#queue.count() === 0) this.#endIdleWaits();
  }

  async #attempt({ id, eventId, attempts }: PendingDelivery): Promise<void> {
    const { events, webhook } = this.#settings;
    const event = events.find(eventId);
    const isDropped = this.#toDrop > 0;
    if (isDropped) this.#toDrop -= 1;
    const isTaken = event !== null && !isDropped && (await sendWebhook(event, webhook, this.#closing.signal));
    // It may have arrived; after a restart it is sent again.
    if (this.#closing.signal.aborted) return;
    if (isTaken) this.#queue.markDelivered(id);
    else {
      this.#queue.markFailed(id);
      this.#wait(id, retryDelayMs(attempts));
    }
  }

  #wait(id: number, ms: number): void {
    this.#waits.get(id)?.();
    const cancel = this.#settings.scheduler(ms, () => {
      this.#waits.delete(id);
      this.wake();
    });
    this.#waits.set(id, cancel);
  }

  #endWaits(): void {
    for (const cancel of this.#waits.values()) cancel();
    this.#waits.clear();
  }

  #endIdleWaits(): void {
    for (const resolve of this.#idleWaiters.splice(0)) resolve();
  }
}
