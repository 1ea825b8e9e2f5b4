import type { IncomingMessage } from "node:http";
import { text as readText } from "node:stream/consumers";
import * as z from "zod/mini";
import { listen, type RunningServer } from "../foundation/listen.ts";
import { Deliveries, type DeliveryOptions, type EventHandler, envelope } from "./delivery.ts";

export type EventRule = { detailTypes: readonly string[]; handler: EventHandler };

export type EventBridgeOptions = DeliveryOptions & {
  port: number;
  busName: string;
  region: string;
  rules: readonly EventRule[];
  now?: () => Date;
};

export type EventBridge = RunningServer & {
  idle: () => Promise<void>;
};

const statusByCode = {
  AccessDeniedException: 400,
  InternalException: 500,
  ResourceNotFoundException: 400,
  UnknownOperationException: 400,
  ValidationException: 400,
} as const;

class EventBridgeFailure extends Error {
  readonly code: keyof typeof statusByCode;

  constructor(code: keyof typeof statusByCode, message: string) {
    super(message);
    this.name = "EventBridgeFailure";
    this.code = code;
  }
}

const maxCallBytes = 1024 * 1024;
const Entry = z.strictObject({
  EventBusName: z.string(),
  Source: z.optional(z.string()),
  DetailType: z.optional(z.string()),
  Detail: z.optional(z.string()),
});
type Entry = z.infer<typeof Entry>;
const PutEventsInput = z.strictObject({ Entries: z.array(Entry).check(z.minLength(1), z.maxLength(10)) });

type FailedEntry = { ErrorCode: string; ErrorMessage: string };
type Event = { source: string; detailType: string; detail: unknown };

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A malformed entry does not fail the other entries of a call, so callers must read FailedEntryCount. */
function readEntry({ Source: source, DetailType: detailType, Detail }: Entry): Event | FailedEntry {
  const missing = !source ? "Source" : !detailType ? "DetailType" : !Detail ? "Detail" : null;
  if (missing !== null || !source || !detailType || !Detail) {
    return { ErrorCode: "InvalidArgument", ErrorMessage: `Parameter ${missing} is not valid. It is required.` };
  }
  if (source.startsWith("aws.")) {
    return { ErrorCode: "NotAuthorizedForSourceException", ErrorMessage: "Not authorized for the source." };
  }
  const detail = parseJson(Detail);
  return isObject(detail)
    ? { source, detailType, detail }
    : { ErrorCode: "MalformedDetail", ErrorMessage: "Detail is malformed." };
}

/** https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevents.html#eb-putevent-size */
function sizeOf({ Source = "", DetailType = "", Detail = "" }: Entry): number {
  return [Source, DetailType, Detail].reduce((sum, part) => sum + Buffer.byteLength(part), 0);
}

type Bus = Omit<EventBridgeOptions, "port"> & { deliveries: Deliveries };

function putEvents(input: unknown, { busName, region, rules, deliveries, now = () => new Date() }: Bus): object {
  const { Entries: entries } = PutEventsInput.parse(input);
  const total = entries.reduce((sum, entry) => sum + sizeOf(entry), 0);
  if (total > maxCallBytes) {
    throw new EventBridgeFailure("ValidationException", "Total size of the entries in the request is over the limit.");
  }
  const unknown = entries.find(({ EventBusName }) => EventBusName !== busName);
  if (unknown) throw new EventBridgeFailure("ResourceNotFoundException", `No event bus ${unknown.EventBusName}`);
  const results = entries.map(readEntry).map((event) => {
    if ("ErrorCode" in event) return event;
    const enveloped = envelope(event, { now: now(), region });
    const concerned = rules.filter(({ detailTypes }) => detailTypes.includes(event.detailType));
    for (const { handler } of concerned) void deliveries.deliver(enveloped, handler);
    return { EventId: enveloped.id };
  });
  return { FailedEntryCount: results.filter((result) => "ErrorCode" in result).length, Entries: results };
}

async function handleRequest(request: IncomingMessage, bus: Bus): Promise<object> {
  const body = await readText(request);
  const { authorization, origin } = request.headers;
  // The fake does not check the signature, so a page in the developer's browser could forge a request. The header
  // Origin reveals such a page.
  if (!authorization?.startsWith("AWS4-HMAC-SHA256 ") || origin !== undefined) {
    throw new EventBridgeFailure("AccessDeniedException", "Only signed calls that come from no web page.");
  }
  const target = String(request.headers["x-amz-target"]);
  if (target === "AWSEvents.PutEvents") return putEvents(JSON.parse(body), bus);
  throw new EventBridgeFailure("UnknownOperationException", `The local cloud has no operation ${target}`);
}

function asFailure(cause: unknown): EventBridgeFailure {
  if (cause instanceof EventBridgeFailure) return cause;
  if (cause instanceof z.core.$ZodError || cause instanceof SyntaxError) {
    return new EventBridgeFailure("ValidationException", cause.message);
  }
  console.error("EventBridge:", cause);
  return new EventBridgeFailure("InternalException", "An error occurred on the server side.");
}

/** @throws PortTakenError */
export async function startEventBridge({ port, ...options }: EventBridgeOptions): Promise<EventBridge> {
  const deliveries = new Deliveries(options);
  const bus: Bus = { ...options, deliveries };
  const listening = await listen(async (request, response) => {
    const contentType = { "Content-Type": "application/x-amz-json-1.1" };
    try {
      const output = JSON.stringify(await handleRequest(request, bus));
      response.writeHead(200, contentType).end(output);
    } catch (cause) {
      // A client that disconnected during its request needs no response.
      if (request.errored) return;
      const { code, message } = asFailure(cause);
      response.writeHead(statusByCode[code], contentType).end(JSON.stringify({ __type: code, message }));
    }
  }, port);
  const close = async () => {
    await listening.close();
    await deliveries.close();
  };
  return { ...listening, close, idle: () => deliveries.idle() };
}
