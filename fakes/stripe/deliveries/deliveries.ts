import type { DatabaseSync } from "node:sqlite";
import type { EventLog } from "../account/event-log.ts";
import type { Store } from "../account/store.ts";
import { type DeliveryQueue, openDeliveryQueue, type PendingDelivery } from "./delivery-queue.ts";
import { sendWebhook, type Webhook } from "./send-webhook.ts";

/** Returns a function that cancels the call of `action`. */
export type Scheduler = (ms: number, action: () => void) => () => void;

export const realScheduler: Scheduler = (ms, action) => {
  const timer = setTimeout(action, ms);
  return () => clearTimeout(timer);
};

const retryDelaysMs = [500, 1000, 2000, 4000] as const;
const retryDelayMs = (attempts: number) => retryDelaysMs[attempts] ?? retryDelaysMs[3];

type Settings = { state: DatabaseSync; store: Store; events: EventLog; webhook: Webhook; scheduler: Scheduler };

const pausedSetting = "delivery paused";

/** Sends queued events to the webhook, at least once each. Later events do not wait for the retry of an earlier one. */
export class Deliveries {
  readonly #settings: Settings;
  readonly #queue: DeliveryQueue;
  /** Functions that cancel a retry, by the id of the delivery. */
  readonly #waits = new Map<number, () => void>();
  readonly #closing = new AbortController();
  #idleWaiters: (() => void)[] = [];
  #isRunning = false;
  #run: Promise<void> = Promise.resolve();
  #toDrop = 0;
  /** While delivery is paused, deliveries up to this id are still sent. */
  #sentAnywayUpTo = 0;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#queue = openDeliveryQueue(settings.state);
  }

  /** Sends the deliveries that are ready. Must be called whenever a delivery may have become ready. */
  wake(): void {
    if (this.#isRunning || this.#closing.signal.aborted) return;
    this.#isRunning = true;
    this.#run = this.#sendAll();
  }

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

  deliverNow(): void {
    this.#endWaits();
    this.#sentAnywayUpTo = this.#queue.lastId();
    this.wake();
  }

  duplicate(eventIds: readonly string[]): void {
    for (const id of eventIds) this.#queue.add(id);
    this.wake();
  }

  reorder(ids: readonly number[]): void {
    this.#queue.reorder(ids);
  }

  dropNext(count: number): void {
    this.#toDrop = count;
  }

  /** Resolves when no delivery is pending, or at `close`. */
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
    // The event may have arrived, but is sent again after a restart.
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
