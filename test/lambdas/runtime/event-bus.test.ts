import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { createEventBus } from "../../../lambdas/runtime/event-bus.ts";

const event = { type: "ExamChanged", userId: "asha", attemptId: "0f8e2c9a-3d44-4b57-8a8e-2d0c5b6f9a10" } as const;

async function busAnswering(answer: object) {
  const sent: unknown[] = [];
  const server = createServer(async (request, response) => {
    sent.push(JSON.parse(await text(request)));
    response.writeHead(200, { "content-type": "application/x-amz-json-1.1" });
    response.end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  vi.stubEnv("AWS_ENDPOINT_URL_EVENTBRIDGE", `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.stubEnv("AWS_REGION", "ap-southeast-2");
  vi.stubEnv("AWS_ACCESS_KEY_ID", "LOCALACCESSKEY");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "local-secret-access-key");
  onTestFinished(() => void vi.unstubAllEnvs());
  return { bus: createEventBus("parlance"), sent };
}

test("the event bus publishes an event under its type", async () => {
  const { bus, sent } = await busAnswering({ FailedEntryCount: 0, Entries: [{ EventId: "1" }] });
  await bus.publish(event);
  expect(sent).toMatchObject([
    { Entries: [{ EventBusName: "parlance", DetailType: "ExamChanged", Detail: JSON.stringify(event) }] },
  ]);
});

// An entry can fail in a call that succeeds:
// https://docs.aws.amazon.com/eventbridge/latest/APIReference/API_PutEvents.html
test("the event bus throws an error with EventBridge's error code for a refused event", async () => {
  const { bus } = await busAnswering({ FailedEntryCount: 1, Entries: [{ ErrorCode: "ThrottlingException" }] });
  await expect(bus.publish(event)).rejects.toThrow(/ThrottlingException/);
});
