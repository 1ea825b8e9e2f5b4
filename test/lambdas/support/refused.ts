import { expect } from "vitest";
import * as z from "zod/mini";
import { type RefusalCode, refusalStatus } from "../../../domain/refusal.ts";
import type { Answer } from "./call-api.ts";

const Refused = z.strictObject({ code: z.string(), message: z.string() });

/** What betrays the inside of the program to a caller. */
const inside = /\n|\bat .+:\d+|\.ts\b|node_modules|file:|Error:|ZodError/;

/** Checks that an answer is a refusal as all refusals are, with one of the codes. */
export function expectRefused({ status, body }: Answer, ...codes: RefusalCode[]): void {
  expect(Refused.safeParse(body).error?.issues ?? []).toEqual([]);
  const { code, message } = Refused.parse(body);
  expect(codes).toContain(code);
  expect(status).toBe(refusalStatus[code as RefusalCode]);
  expect(message).not.toMatch(inside);
  expect(message.length).toBeGreaterThan(0);
  expect(message.length).toBeLessThan(300);
}
