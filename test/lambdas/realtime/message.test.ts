import { expect, it } from "vitest";
import { maxClientMessageLength } from "../../../domain/channel.ts";
import { answerMessage } from "../../../lambdas/realtime/message.ts";

const heartbeat = JSON.stringify({ type: "heartbeat" });

it("answers a heartbeat", async () => {
  expect(await answerMessage({ body: heartbeat })).toEqual({ statusCode: 200, body: '{"type":"heartbeat-ok"}' });
  const largest = heartbeat.padEnd(maxClientMessageLength);
  expect(await answerMessage({ body: largest })).toHaveProperty("body");
});

it.each([
  ["something else", JSON.stringify({ type: "event" })],
  ["no JSON", "heartbeat"],
  ["nothing", ""],
  ["JSON that is no message", "null"],
  ["a heartbeat that is too long", heartbeat.padEnd(maxClientMessageLength + 1)],
])("ignores %s", async (_what, body) => {
  expect(await answerMessage({ body })).toEqual({ statusCode: 200 });
});

it("ignores a message without a body", async () => {
  expect(await answerMessage({})).toEqual({ statusCode: 200 });
});
