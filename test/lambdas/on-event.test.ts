import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { Refusal } from "../../domain/http/refusal.ts";
import { onEvent } from "../../lambdas/on-event.ts";
import { captureLog, logLines, logText } from "./support/capture-log.ts";
import { context } from "./support/event.ts";

beforeEach(captureLog);

const Confirmed = z.looseObject({ email: z.string() });
const event = { email: "asha@secret.example", more: { kept: true } };

describe("an event handler", () => {
  test("receives the whole event and its services, and returns the result", async () => {
    const handler = onEvent("greet", Confirmed, async (given, { word }: { word: string }) => ({ given, word }), {
      word: () => "Hello",
    });
    expect(await handler(event, context)).toEqual({ given: event, word: "Hello" });
  });

  test("logs its success with the request id and without the event", async () => {
    await onEvent("greet", Confirmed, async () => null, {})(event, context);
    expect(logLines()).toEqual([
      {
        timestamp: expect.any(String),
        level: "INFO",
        message: "reacted",
        eventHandler: "greet",
        requestId: "lambda-request",
      },
    ]);
  });

  test("logs a failure and throws the error", async () => {
    const failing = onEvent("greet", Confirmed, () => Promise.reject(new RangeError("No words left")), {});
    await expect(failing(event, context)).rejects.toThrow(new RangeError("No words left"));
    expect(logLines()).toMatchObject([
      {
        level: "ERROR",
        message: "failed",
        eventHandler: "greet",
        requestId: "lambda-request",
        error: "RangeError",
        reason: "No words left",
      },
    ]);
    expect(logText()).not.toContain(event.email);
  });

  test("throws a refusal, and logs the refusal at the level INFO", async () => {
    const refusal = new Refusal("other_provider", "Not you");
    const refusing = onEvent("greet", Confirmed, () => Promise.reject(refusal), {});
    await expect(refusing(event, context)).rejects.toBe(refusal);
    expect(logLines()).toEqual([
      {
        timestamp: expect.any(String),
        level: "INFO",
        message: "refused",
        eventHandler: "greet",
        requestId: "lambda-request",
        code: "other_provider",
      },
    ]);
  });

  test("does not call its function for an invalid event, and does not log the event's code", async () => {
    let begun = false;
    const handler = onEvent(
      "greet",
      Confirmed,
      async () => {
        begun = true;
      },
      {},
    );
    await expect(handler({ email: 7, code: "123456" }, context)).rejects.toThrow("email");
    expect(begun).toBe(false);
    expect(logLines()).toMatchObject([{ level: "ERROR", eventHandler: "greet" }]);
    expect(logText()).not.toContain("123456");
  });

  test("logs and throws an error if a service cannot be created", async () => {
    const handler = onEvent("greet", Confirmed, async (_, services: { word: string }) => services.word, {
      word: () => {
        throw new Error("The environment variable WORD is not set");
      },
    });
    await expect(handler(event, context)).rejects.toThrow("WORD");
    expect(logLines()).toMatchObject([{ level: "ERROR", reason: "The environment variable WORD is not set" }]);
  });
});
