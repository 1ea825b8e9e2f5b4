import { expect } from "vitest";
import * as z from "zod/mini";
import { type RefusalCode, refusalStatus } from "../../../domain/http/refusal.ts";
import type { Answer } from "./call-api.ts";

const Refused = z.strictObject({ code: z.string(), message: z.string() });

const internals = /\n|\bat .+:\d+|\.ts\b|node_modules|file:|Error:|ZodError/;

/** API Gateway's messages for requests that reach no handler. */
const gatewayRefusals = { 400: "Bad Request", 401: "Unauthorized" } as const;

export function expectRefusedSomewhere(answer: Answer, status: 400 | 401, code: RefusalCode): void {
  expect(answer.status).toBe(status);
  const gatewayBody = JSON.stringify({ message: gatewayRefusals[status] });
  if (JSON.stringify(answer.body) !== gatewayBody) expectRefused(answer, code);
}

export function expectRefused({ status, body }: Answer, ...codes: RefusalCode[]): void {
  expect(Refused.safeParse(body).error?.issues ?? []).toEqual([]);
  const { code, message } = Refused.parse(body);
  expect(codes).toContain(code);
  expect(status).toBe(refusalStatus[code as RefusalCode]);
  expect(message).not.toMatch(internals);
  expect(message.length).toBeGreaterThan(0);
  expect(message.length).toBeLessThan(300);
}
