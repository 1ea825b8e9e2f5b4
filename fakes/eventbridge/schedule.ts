/* A fake of an Amazon EventBridge schedule; README.md beside this file says what it does and what it does not. */
import { Deliveries, type DeliveryOptions, type EventHandler, envelope } from "./delivery.ts";

export type ScheduleOptions = DeliveryOptions & {
  every: "hour";
  /** The local cloud's clock, which may be moved. */
  now: () => Date;
  run: EventHandler;
  region: string;
  /** Calls `look` again and again until the function given back is called; each second unless given. */
  repeat?: (look: () => void) => () => void;
};

export type Schedule = {
  /** Runs the handler now if an hour has passed that it has not run for, and waits until no run is under way. */
  settle: () => Promise<void>;
  close: () => Promise<void>;
};

const unitMs = { hour: 60 * 60 * 1000 } as const;
const checkEveryMs = 1000;

function repeatEverySecond(look: () => void): () => void {
  const timer = setInterval(look, checkEveryMs).unref();
  return () => clearInterval(timer);
}

/** Starts a schedule. */
export function startSchedule(options: ScheduleOptions): Schedule {
  const { every, now, run, region, repeat = repeatEverySecond } = options;
  const deliveries = new Deliveries(options);
  const unitOf = (date: Date) => Math.floor(date.getTime() / unitMs[every]);
  let done = unitOf(now());
  let last = Promise.resolve();
  const look = () => {
    const at = now();
    if (unitOf(at) <= done) return;
    done = unitOf(at);
    const event = envelope({ source: "aws.events", detailType: "Scheduled Event", detail: {} }, { now: at, region });
    // One after the other: two runs at once would find the same work.
    last = last.then(() => deliveries.deliver(event, run));
  };
  const stop = repeat(look);
  return {
    settle: async () => {
      look();
      await last;
    },
    close: async () => {
      stop();
      await deliveries.close();
      await last;
    },
  };
}
