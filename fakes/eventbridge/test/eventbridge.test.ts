import { inspect } from "node:util";
import { EventBridgeClient, PutEventsCommand, type PutEventsRequestEntry } from "@aws-sdk/client-eventbridge";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { PortTakenError } from "../../foundation/listen.ts";
import type { EventEnvelope, EventHandler } from "../delivery.ts";
import { type EventBridgeOptions, type EventRule, startEventBridge } from "../eventbridge.ts";

const credentials = { accessKeyId: "local", secretAccessKey: "local" };

afterEach(() => vi.restoreAllMocks());

type Options = Partial<EventBridgeOptions> & { logsDeadLetters?: boolean };

async function start(rules: readonly EventRule[], { logsDeadLetters = false, ...options }: Options = {}) {
  const waits: number[] = [];
  const deadLetters: string[] = [];
  const note = (event: EventEnvelope, cause: unknown) => void deadLetters.push(`${event["detail-type"]}: ${cause}`);
  const bus = await startEventBridge({
    port: 0,
    busName: "library",
    region: "local",
    rules,
    wait: async (ms) => {
      waits.push(ms);
    },
    ...(logsDeadLetters ? {} : { onDeadLetter: note }),
    ...options,
  });
  onTestFinished(bus.close);
  const sdk = new EventBridgeClient({ endpoint: bus.url, region: "local", credentials, maxAttempts: 1 });
  onTestFinished(() => sdk.destroy());
  const put = (...entries: PutEventsRequestEntry[]) =>
    sdk.send(
      new PutEventsCommand({
        Entries: entries.map((entry) => ({
          EventBusName: "library",
          Source: "test",
          DetailType: "Happened",
          Detail: "{}",
          ...entry,
        })),
      }),
    );
  return { ...bus, put, waits, deadLetters };
}

function recorder(answer: (event: EventEnvelope) => void = () => {}) {
  const events: EventEnvelope[] = [];
  const handler: EventHandler = async (event) => {
    events.push(event);
    answer(event);
  };
  return { events, handler };
}

describe("a rule", () => {
  it("receives the events of its own types, in EventBridge's envelope", async () => {
    const { events, handler } = recorder();
    const now = () => new Date("2026-11-21T09:30:15.750Z");
    const { put, idle } = await start([{ detailTypes: ["Happened", "Else"], handler }], { now });
    const { Entries = [] } = await put({ Detail: '{"what":"ünïcode"}' }, { DetailType: "Unheard" });
    await idle();
    expect(events).toEqual([
      {
        version: "0",
        id: Entries[0]?.EventId,
        "detail-type": "Happened",
        source: "test",
        account: "000000000000",
        time: "2026-11-21T09:30:15Z",
        region: "local",
        resources: [],
        detail: { what: "ünïcode" },
      },
    ]);
  });

  it("receives its own copy of an event that two rules match", async () => {
    const spoiling = recorder((event) => Object.assign(Object(event.detail), { spoilt: true }));
    const other = recorder();
    const detailTypes = ["Happened"];
    const { put, idle } = await start([
      { detailTypes, handler: spoiling.handler },
      { detailTypes, handler: other.handler },
    ]);
    await put({ Detail: '{"good":true}' });
    await idle();
    expect(other.events.map(({ detail }) => detail)).toEqual([{ good: true }]);
  });

  it("does not make the sender wait for the handler", async () => {
    const hold = Promise.withResolvers<void>();
    const { put, idle } = await start([{ detailTypes: ["Happened"], handler: () => hold.promise }]);
    await put({});
    hold.resolve();
    await idle();
  });
});

describe("a failed handler", () => {
  const failTimes = (failures: number) => {
    const tries = recorder(() => {
      if (tries.events.length <= failures) throw new Error(`failure ${tries.events.length}`);
    });
    return tries;
  };

  it("receives the event again after growing delays", async () => {
    const { events, handler } = failTimes(2);
    const { put, idle, waits, deadLetters } = await start([{ detailTypes: ["Happened"], handler }]);
    await put({ Detail: '{"n":1}' });
    await idle();
    expect(events).toHaveLength(3);
    expect(new Set(events.map((event) => JSON.stringify(event))).size).toBe(1);
    expect(waits).toEqual([1000, 2000]);
    expect(deadLetters).toEqual([]);
  });

  it("causes a dead letter after its third failure, and does not affect a second rule", async () => {
    const { events, handler } = failTimes(3);
    const well = recorder();
    const detailTypes = ["Happened"];
    const { put, idle, deadLetters } = await start([
      { detailTypes, handler },
      { detailTypes, handler: well.handler },
    ]);
    await put({});
    await idle();
    expect(events).toHaveLength(3);
    expect(well.events).toHaveLength(1);
    expect(deadLetters).toEqual(["Happened: Error: failure 3"]);
  });

  it("causes a log entry about its dead letter, without the contents of the event", async () => {
    const error = vi.spyOn(console, "error").mockReturnValue();
    const { handler } = failTimes(3);
    const { put, idle } = await start([{ detailTypes: ["ReaderChanged"], handler }], { logsDeadLetters: true });
    await put({ DetailType: "ReaderChanged", Detail: '{"name":"Asha Rai","email":"asha@example.com"}' });
    await idle();
    const logged = inspect(error.mock.calls, { depth: null });
    expect(logged).toContain("ReaderChanged");
    expect(logged).not.toMatch(/Asha|asha@/);
  });

  it("does not delay the shutdown", async () => {
    const waiting = Promise.withResolvers<void>();
    const { handler } = failTimes(3);
    const { put, close, deadLetters } = await start([{ detailTypes: ["Happened"], handler }], {
      wait: (_ms, signal) =>
        new Promise((_, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
          waiting.resolve();
        }),
    });
    await put({});
    await waiting.promise;
    await close();
    expect(deadLetters).toEqual(["Happened: Error: failure 1"]);
  });
});

describe("the event bus", () => {
  it("refuses the invalid entries of a call and accepts the valid entry", async () => {
    const { events, handler } = recorder();
    const { put, idle } = await start([{ detailTypes: ["Happened"], handler }]);
    const { FailedEntryCount, Entries = [] } = await put(
      { Detail: "not JSON" },
      { Detail: '{"n":1}' },
      { Detail: "[]" },
      { Source: "aws.s3" },
      { Source: "" },
      { DetailType: "" },
    );
    await idle();
    expect(FailedEntryCount).toBe(5);
    expect(Entries.map(({ ErrorCode }) => ErrorCode)).toEqual([
      "MalformedDetail",
      undefined,
      "MalformedDetail",
      "NotAuthorizedForSourceException",
      "InvalidArgument",
      "InvalidArgument",
    ]);
    expect(events.map(({ detail }) => detail)).toEqual([{ n: 1 }]);
  });

  it("accepts at most 1 MB in one call", async () => {
    const { events, handler } = recorder();
    const { put, idle } = await start([{ detailTypes: ["Happened"], handler }]);
    const room = 1024 * 1024 - "test".length - "Happened".length - '{"x":""}'.length;
    const detail = (length: number) => JSON.stringify({ x: "y".repeat(length) });
    await expect(put({ Detail: detail(room + 1) })).rejects.toMatchObject({ name: "ValidationException" });
    await put({ Detail: detail(room) });
    await idle();
    expect(events).toHaveLength(1);
  });

  it.each([0, 11])("refuses a call with %i entries", async (count) => {
    const { put } = await start([]);
    await expect(put(...Array.from({ length: count }, () => ({})))).rejects.toMatchObject({
      name: "ValidationException",
    });
  });

  it("refuses an event for an unknown bus, and an unsupported operation", async () => {
    const { put, url } = await start([]);
    await expect(put({ EventBusName: "default" })).rejects.toMatchObject({ name: "ResourceNotFoundException" });
    const headers = { "x-amz-target": "AWSEvents.PutRule", authorization: "AWS4-HMAC-SHA256 made-up" };
    const response = await fetch(url, { method: "POST", headers, body: "{}" });
    expect(await response.json()).toMatchObject({ __type: "UnknownOperationException" });
  });

  it("refuses calls without a signature and calls from web pages", async () => {
    const { url } = await start([]);
    const target = { "x-amz-target": "AWSEvents.PutEvents" };
    const signed = { ...target, authorization: "AWS4-HMAC-SHA256 made-up", origin: "http://evil.example" };
    for (const headers of [target, signed]) {
      const response = await fetch(url, { method: "POST", headers, body: "{}" });
      expect(await response.json()).toMatchObject({ __type: "AccessDeniedException" });
    }
  });

  it("reports that its port is in use", async () => {
    const { url } = await start([]);
    const port = Number(new URL(url).port);
    const again = startEventBridge({ port, busName: "library", region: "local", rules: [] });
    await expect(again).rejects.toBeInstanceOf(PortTakenError);
  });
});
