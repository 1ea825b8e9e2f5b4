import type { Context } from "aws-lambda";
import { connectionEventTypes } from "../domain/realtime/event.ts";
import { type EventHandler, envelope } from "../fakes/eventbridge/delivery.ts";
import { type EventRule, startEventBridge } from "../fakes/eventbridge/eventbridge.ts";
import { startSchedule } from "../fakes/eventbridge/schedule.ts";
import type { Guard } from "../fakes/iam/guard.ts";
import { runAsFunction } from "../fakes/iam/running-function.ts";
import { startWebsocketGateway } from "../fakes/websocket-gateway/gateway.ts";
import type { Closables } from "./closables.ts";
import { busName, region, setSdkEndpoints } from "./cloud-settings.ts";
import { loadWebsocketHandlers, mockRoutes } from "./handlers.ts";

type HandlerModule = { handler: EventHandler };

async function loadEventHandlers() {
  const modules: [
    HandlerModule,
    HandlerModule,
    HandlerModule,
    HandlerModule,
    HandlerModule,
    HandlerModule,
    HandlerModule,
  ] = await Promise.all([
    import("../lambdas/realtime/push-changes.ts"),
    import("../lambdas/events/on-subscription-ended.ts"),
    import("../lambdas/schedule/expire-subscriptions.ts"),
    import("../lambdas/schedule/sweep-closed-accounts.ts"),
    import("../lambdas/schedule/run-canary.ts"),
    import("../lambdas/schedule/expire-shares.ts"),
    import("../lambdas/schedule/send-feedback-mail.ts"),
  ]);
  const [push, ended, expire, sweep, canary, expireShares, sendMail] = modules;
  const rules: EventRule[] = [
    { detailTypes: connectionEventTypes, handler: runAsFunction("realtime/push-changes", push.handler) },
    { detailTypes: ["SubscriptionEnded"], handler: runAsFunction("events/on-subscription-ended", ended.handler) },
  ];
  return {
    rules,
    expire: runAsFunction("schedule/expire-subscriptions", expire.handler),
    sweep: runAsFunction("schedule/sweep-closed-accounts", sweep.handler),
    canary: runAsFunction("schedule/run-canary", canary.handler),
    expireShares: runAsFunction("schedule/expire-shares", expireShares.handler),
    sendFeedbackMail: runAsFunction("schedule/send-feedback-mail", sendMail.handler),
  };
}

export type EventsOptions = { realtimePort: number; now: () => Date; guard: Guard };

export async function startEvents({ realtimePort, now, guard }: EventsOptions, started: Closables) {
  const { rules, expire, sweep, canary, expireShares, sendFeedbackMail } = await loadEventHandlers();
  const bus = started.add(await startEventBridge({ port: 0, busName, region, rules, now }));
  setSdkEndpoints({ EVENTBRIDGE: await guard.guardedUrl("events", bus.url) });
  const handlers = await loadWebsocketHandlers();
  const realtime = started.add(await startWebsocketGateway({ port: realtimePort, handlers, mocks: mockRoutes }));
  const managementUrl = await guard.guardedUrl("execute-api", realtime.managementUrl);
  const runs = [expire, sweep, expireShares, sendFeedbackMail];
  const hourly = runs.map((run) => started.add(startSchedule({ every: "hour", now, run, region })));
  const settleSchedules = async () => void (await Promise.all(hourly.map(({ settle }) => settle())));
  const runNow = async (run: EventHandler) => {
    const now = new Date();
    const event = envelope({ source: "aws.events", detailType: "Scheduled Event", detail: {} }, { now, region });
    // The handlers read no other field of the context.
    return run(event, { awsRequestId: event.id, getRemainingTimeInMillis: () => 60_000 } as Context);
  };
  const [runExpiry, runCanary] = [() => runNow(expire), () => runNow(canary)];
  return { bus, realtime, managementUrl, settleSchedules, runExpiry, runCanary };
}
