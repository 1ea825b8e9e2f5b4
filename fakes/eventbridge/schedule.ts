import { Deliveries, type DeliveryOptions, type EventHandler, envelope } from "./delivery.ts";

export type ScheduleOptions = DeliveryOptions & {
  every: "hour";
  now: () => Date;
  run: EventHandler;
  region: string;
  repeat?: (look: () => void) => () => void;
};

export type Schedule = {
  /** Starts a run if one is due, then waits for the runs in progress. */
  settle: () => Promise<void>;
  close: () => Promise<void>;
};

const unitMs = { hour: 60 * 60 * 1000 } as const;
const checkEveryMs = 1000;

function repeatEverySecond(look: () => void): () => void {
  const timer = setInterval(look, checkEveryMs).unref();
  return () => clearInterval(timer);
}

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
    // Runs are sequential, because concurrent runs could process the same work.
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
