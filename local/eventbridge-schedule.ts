/*
 * A stand-in for an Amazon EventBridge schedule: runs a handler when the local clock passes a full hour.
 *
 * What it does NOT do: other rates, cron expressions, time zones, catching up. A clock that was moved past many hours
 * runs the handler once, as does EventBridge with hours in which it was down; so does a start, which waits for the
 * next full hour.
 *
 * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-create-rule-schedule.html
 */
import { Deliveries, type DeliveryOptions, type EventHandler, envelope } from "./eventbridge-delivery.ts";

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
const lookEveryMs = 1000;

function eachSecond(look: () => void): () => void {
  const timer = setInterval(look, lookEveryMs).unref();
  return () => clearInterval(timer);
}

/** Starts a schedule. */
export function startSchedule(options: ScheduleOptions): Schedule {
  const { every, now, run, region, repeat = eachSecond } = options;
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
