import * as z from "zod/mini";
import { ClientMessage, maxClientMessageLength, type ServerMessage } from "../../domain/channel.ts";
import { onEvent } from "../on-event.ts";

const MessageEvent = z.looseObject({ body: z.optional(z.string()) });

const heartbeatOk: ServerMessage = { type: "heartbeat-ok" };

function readMessage(body: string): ClientMessage | null {
  if (body.length > maxClientMessageLength) return null;
  try {
    return ClientMessage.parse(JSON.parse(body));
  } catch {
    return null;
  }
}

/** Answers a heartbeat, on the connection it came by; whatever else a client says is ignored. */
export async function answerMessage({ body = "" }: z.output<typeof MessageEvent>) {
  const message = readMessage(body);
  return { statusCode: 200, ...(message ? { body: JSON.stringify(heartbeatOk) } : {}) };
}

export const handler = onEvent("realtime-message", MessageEvent, answerMessage, {});
