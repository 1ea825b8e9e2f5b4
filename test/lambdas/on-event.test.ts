import { beforeEach, describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { Refusal } from "../../domain/http/refusal.ts";
import { onEvent } from "../../lambdas/on-event.ts";
import { captureLog, logLines, logText } from "./support/capture-log.ts";
import { context } from "./support/event.ts";

beforeEach(captureLog);

const Confirmed = z.looseObject({ email: z.string() });
const event = { email: "asha@secret.example", more: { kept: true } };

describe("a reaction", () => {
  test("gets the event, with all that it does not know, and its services; what it answers is answered", async () => {
    const handler = onEvent("greet", Confirmed, async (given, { word }: { word: string }) => ({ given, word }), {
      word: () => "Hello",
    });
    expect(await handler(event, context)).toEqual({ given: event, word: "Hello" });
  });

  test("is logged with the request's id, and nothing of the event", async () => {
    await onEvent("greet", Confirmed, async () => null, {})(event, context);
    expect(logLines()).toEqual([{ level: "info", message: "reacted", reaction: "greet", requestId: "lambda-request" }]);
  });

  test("that fails is logged and fails, so that the sender tries again", async () => {
    const failing = onEvent("greet", Confirmed, () => Promise.reject(new RangeError("No words left")), {});
    await expect(failing(event, context)).rejects.toThrow(new RangeError("No words left"));
    expect(logLines()).toMatchObject([
      {
        level: "error",
        message: "failed",
        reaction: "greet",
        requestId: "lambda-request",
        error: "RangeError",
        reason: "No words left",
      },
    ]);
    expect(logText()).not.toContain(event.email);
  });

  test("that says no fails too, but is logged as an answer", async () => {
    const refusal = new Refusal("other_provider", "Not you");
    const refusing = onEvent("greet", Confirmed, () => Promise.reject(refusal), {});
    await expect(refusing(event, context)).rejects.toBe(refusal);
    expect(logLines()).toEqual([
      { level: "info", message: "refused", reaction: "greet", requestId: "lambda-request", code: "other_provider" },
    ]);
  });

  test("to an event of another shape does not begin, and fails without telling what stands in it", async () => {
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
    expect(logLines()).toMatchObject([{ level: "error", reaction: "greet" }]);
    expect(logText()).not.toContain("123456");
  });

  test("whose service cannot be made is logged and fails", async () => {
    const handler = onEvent("greet", Confirmed, async (_, services: { word: string }) => services.word, {
      word: () => {
        throw new Error("The environment variable WORD is not set");
      },
    });
    await expect(handler(event, context)).rejects.toThrow("WORD");
    expect(logLines()).toMatchObject([{ level: "error", reason: "The environment variable WORD is not set" }]);
  });
});
