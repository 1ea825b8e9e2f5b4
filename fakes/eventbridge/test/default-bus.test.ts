// Source of the fields of an event: https://docs.aws.amazon.com/AmazonS3/latest/userguide/ev-events.html
import { expect, it } from "vitest";
import { createDefaultBus } from "../default-bus.ts";
import type { EventEnvelope } from "../delivery.ts";

const event = (bucket: string, more: { source?: string; detailType?: string } = {}) => ({
  source: "aws.s3",
  detailType: "Object Created",
  resources: [`arn:aws:s3:::${bucket}`],
  detail: { bucket: { name: bucket } },
  ...more,
});

function startBus(fail = 0) {
  const seen: EventEnvelope[] = [];
  let failures = fail;
  const handler = async (received: EventEnvelope) => {
    seen.push(received);
    failures -= 1;
    if (failures >= 0) throw new Error("The handler fails");
  };
  const rules = [{ source: "aws.s3", detailTypes: ["Object Created"], buckets: ["voices"], handler }];
  const now = () => new Date("2026-11-26T10:00:00.500Z");
  const bus = createDefaultBus({ region: "eu-west-1", rules, now, wait: async () => undefined });
  return { bus, seen };
}

it("the default bus delivers an event of the rule's bucket in EventBridge's envelope", async () => {
  const { bus, seen } = startBus();
  bus.accept(event("voices"));
  await bus.idle();
  expect(seen).toMatchObject([
    {
      version: "0",
      source: "aws.s3",
      "detail-type": "Object Created",
      time: "2026-11-26T10:00:00Z",
      region: "eu-west-1",
      resources: ["arn:aws:s3:::voices"],
      detail: { bucket: { name: "voices" } },
    },
  ]);
});

it("the default bus ignores an event whose bucket, type or source has no rule", async () => {
  const { bus, seen } = startBus();
  bus.accept(event("songs"));
  bus.accept(event("voices", { detailType: "Object Deleted" }));
  bus.accept(event("voices", { source: "aws.ec2" }));
  bus.accept({ source: "aws.s3", detailType: "Object Created", detail: {} });
  await bus.idle();
  expect(seen).toEqual([]);
  bus.accept(event("voices"));
  await bus.idle();
  expect(seen).toHaveLength(1);
});

it("the default bus delivers an event again after a failure of the handler", async () => {
  const { bus, seen } = startBus(1);
  bus.accept(event("voices"));
  await bus.idle();
  expect(seen).toHaveLength(2);
  await bus.close();
});
