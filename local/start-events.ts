import type { Context } from "aws-lambda";
import { learnerEventTypes } from "../domain/event.ts";
import { busName, pointSdksAt, region } from "./cloud-settings.ts";
import { loadWebsocketHandlers } from "./connection-handlers.ts";
import { type EventRule, startEventBridge } from "./eventbridge.ts";
import { envelope } from "./eventbridge-delivery.ts";
import { startSchedule } from "./eventbridge-schedule.ts";
import type { Started } from "./started.ts";
import { startWebsocketGateway } from "./websocket-gateway/gateway.ts";

type HandlerModule = { handler: (event: unknown, context: Context) => Promise<unknown> };

/** The same handlers that are deployed. */
async function loadReactions() {
  const modules: [HandlerModule, HandlerModule, HandlerModule] = await Promise.all([
    import("../lambdas/realtime/push-changes.ts"),
    import("../lambdas/events/on-subscription-ended.ts"),
    import("../lambdas/schedule/expire-subscriptions.ts"),
  ]);
  const [push, ended, expire] = modules;
  const rules: EventRule[] = [
    { detailTypes: learnerEventTypes, handler: push.handler },
    { detailTypes: ["SubscriptionEnded"], handler: ended.handler },
  ];
  return { rules, expire: expire.handler };
}

/** Starts the event bus with its rules, the hourly schedule and the WebSocket API. */
export async function startEvents({ realtimePort, now }: { realtimePort: number; now: () => Date }, started: Started) {
  const { rules, expire } = await loadReactions();
  const bus = started.add(await startEventBridge({ port: 0, busName, region, rules, now }));
  pointSdksAt({ EVENTBRIDGE: bus.url });
  const handlers = await loadWebsocketHandlers();
  const realtime = started.add(await startWebsocketGateway({ port: realtimePort, handlers }));
  const expiry = started.add(startSchedule({ every: "hour", now, run: expire, region }));
  const runExpiry = async () => {
    const now = new Date();
    const event = envelope({ source: "aws.events", detailType: "Scheduled Event", detail: {} }, { now, region });
    // The handlers read no more of their context than this.
    return expire(event, { awsRequestId: event.id, getRemainingTimeInMillis: () => 60_000 } as Context);
  };
  return { bus, realtime, expiry, runExpiry };
}
