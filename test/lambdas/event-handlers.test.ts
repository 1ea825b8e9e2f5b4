import { globSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { captureLog, logLines } from "./support/capture-log.ts";
import { context } from "./support/event.ts";

beforeEach(captureLog);

const root = path.join(import.meta.dirname, "..", "..");
const files = globSync("lambdas/{identity,realtime,events,deployment}/*.ts", { cwd: root });

type Handler = (event: unknown, context: unknown) => Promise<unknown>;

const handlers = await Promise.all(
  files.map(async (file): Promise<[string, Handler | undefined]> => {
    const { handler }: { handler?: Handler } = await import(path.join(root, file));
    return [file, handler];
  }),
);

const nameOf = (file: string) => {
  const name = path.basename(file, ".ts");
  return ["connect", "disconnect", "message"].includes(name) ? `realtime-${name}` : name;
};

test.each(handlers.filter(([, handler]) => handler !== undefined))(
  "%s refuses an invalid event and logs the failure under its function name",
  async (file, handler) => {
    await expect(handler?.({ requestContext: 7 }, context)).rejects.toThrow();
    expect(logLines()).toMatchObject([{ level: "ERROR", eventHandler: nameOf(file) }]);
  },
);

test("the folders of event handlers contain more than eight handlers", () => {
  expect(handlers.filter(([, handler]) => handler !== undefined).length).toBeGreaterThan(8);
});
