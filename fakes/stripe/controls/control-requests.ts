import type { IncomingMessage } from "node:http";
import * as z from "zod/mini";
import { invalidRequest } from "../account/failure.ts";
import { Bool, Int, Positive, parseParameters, Text } from "../protocol/parameters.ts";
import { readText } from "../protocol/read-text.ts";
import type { Controls } from "./controls.ts";

/** A form sends an empty field as "". */
const optionalField = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.optional(
    z.union([
      z.pipe(
        z.literal(""),
        z.transform(() => undefined),
      ),
      schema,
    ]),
  );

const defineControl = <Shape extends z.core.$ZodShape>(
  shape: Shape,
  run: (controls: Controls, given: z.output<z.ZodMiniObject<Shape, z.core.$strict>>) => unknown,
) => {
  const schema = z.strictObject(shape);
  return (controls: Controls, input: unknown) => run(controls, parseParameters(schema, input));
};

/** The controls by the last part of their path, /local-controls/NAME. */
const controlTable: Readonly<Record<string, (controls: Controls, input: unknown) => unknown>> = {
  "pause-delivery": defineControl({}, (controls) => controls.pauseDelivery()),
  "resume-delivery": defineControl({}, (controls) => controls.resumeDelivery()),
  "deliver-now": defineControl({}, (controls) => controls.deliverNow()),
  duplicate: defineControl({ event: optionalField(Text) }, (controls, { event }) => controls.duplicate(event)),
  shuffle: defineControl({}, (controls) => controls.shuffle()),
  drop: defineControl({ count: Int }, (controls, { count }) => controls.dropNext(count)),
  refund: defineControl(
    { payment_intent: Text, amount: optionalField(Positive) },
    (controls, { payment_intent, amount }) => controls.refund(payment_intent, amount),
  ),
  "fail-refund": defineControl({ refund: Text }, (controls, { refund }) => controls.failRefund(refund)),
  dispute: defineControl({ payment_intent: Text }, (controls, { payment_intent }) =>
    controls.openDispute(payment_intent),
  ),
  "close-dispute": defineControl(
    { dispute: Text, outcome: z.enum(["won", "lost"]) },
    (controls, { dispute, outcome }) => controls.closeDispute(dispute, outcome),
  ),
  decline: defineControl({ on: Bool }, (controls, { on }) => controls.setDeclining(on)),
  "finish-payment": defineControl({ session: Text, paid: Bool }, (controls, { session, paid }) =>
    controls.finishPayment(session, paid),
  ),
};

const JsonInput = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

export async function readFields(message: IncomingMessage): Promise<Record<string, string>> {
  const text = await readText(message);
  if (!message.headers["content-type"]?.startsWith("application/json")) {
    return Object.fromEntries(new URLSearchParams(text));
  }
  try {
    const fields = JsonInput.parse(JSON.parse(text || "{}"));
    return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  } catch {
    throw invalidRequest("Send a JSON object of texts, numbers and booleans.");
  }
}

/** @throws StripeFailure 400, 404 */
export function runControl(name: string, fields: Record<string, string>, controls: Controls): unknown {
  const run = Object.hasOwn(controlTable, name) ? controlTable[name] : undefined;
  if (!run) throw invalidRequest(`There is no control ${name}; there are: ${Object.keys(controlTable).join(", ")}.`);
  return run(controls, fields);
}
