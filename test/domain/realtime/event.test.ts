import { describe, expect, test } from "vitest";
import { createFreeSubscription } from "../../../domain/plans/subscription.ts";
import {
  ConnectionEvent,
  connectionEventTypes,
  LearnerEvent,
  SubscriptionEnded,
} from "../../../domain/realtime/event.ts";
import { eventSource } from "../../../domain/realtime/event-source.ts";

const subscription = createFreeSubscription("u-1", new Date("2027-01-01T00:00:00.000Z"));
const profile = { id: "u-1", full_name: "Asha", email: "asha@example.org", language_preference: "nepali" };
const told = [
  { type: "SubscriptionChanged", userId: "u-1", subscription },
  { type: "ProfileChanged", userId: "u-1", profile },
  { type: "ExamChanged", userId: "u-1", attemptId: "0f8e2c9a-3d44-4b57-8a8e-2d0c5b6f9a10" },
  { type: "StudyChanged", userId: "u-1", number: 7, sender: "0f8e2c9a-3d44-4b57-8a8e-2d0c5b6f9a10" },
  { type: "ShareChanged", userId: "u-1", shareId: "0f8e2c9a-3d44-4b57-8a8e-2d0c5b6f9a10" },
];

describe("the schema of events for a learner's tabs", () => {
  test.each(told)("accepts the event $type", (event) => {
    expect(LearnerEvent.parse(event)).toEqual(event);
  });

  test("covers every event type for connections except SessionsEnded", () => {
    const all = [...told, { type: "SessionsEnded", userId: "u-1", connectionIds: ["c-1"] }];
    expect(all.map(({ type }) => type)).toEqual(connectionEventTypes);
    expect(all.filter((event) => LearnerEvent.safeParse(event).success)).toEqual(told);
    expect(eventSource).toBe("parlance");
  });

  test.each([
    ["of an unknown kind", { type: "ProfileDeleted", userId: "u-1" }],
    ["without a user id", { type: "SubscriptionChanged", subscription }],
    ["of a subscription change without a subscription", { type: "SubscriptionChanged", userId: "u-1" }],
    ["of an exam with a malformed attempt id", { type: "ExamChanged", userId: "u-1", attemptId: "emp-1" }],
    ["of a share with a malformed id", { type: "ShareChanged", userId: "u-1", shareId: "emp-1" }],
    ["of a study batch without its number", { type: "StudyChanged", userId: "u-1" }],
    ["of a profile change with a subscription and no profile", { type: "ProfileChanged", userId: "u-1", subscription }],
    ["with an invalid subscription", { ...told[0], subscription: { ...subscription, plan_type: "gold" } }],
    ["that is only for the server", { type: "SubscriptionEnded", userId: "u-1" }],
    ["about ended sessions", { type: "SessionsEnded", userId: "u-1", connectionIds: ["c-1"] }],
  ])("refuses an event %s", (_, event) => {
    expect(LearnerEvent.safeParse(event).success).toBe(false);
  });
});

test("the SessionsEnded event requires a list of connection ids and a user id", () => {
  const event = { type: "SessionsEnded", userId: "u-1", connectionIds: ["c-1"] };
  expect(ConnectionEvent.parse(event)).toEqual(event);
  for (const wrong of [
    { ...event, connectionIds: "c-1" },
    { ...event, userId: undefined },
  ]) {
    expect(ConnectionEvent.safeParse(wrong).success).toBe(false);
  }
});

test("SubscriptionEnded.parse removes all fields except the type and the learner's id", () => {
  expect(SubscriptionEnded.parse({ type: "SubscriptionEnded", userId: "u-1", subscription })).toEqual({
    type: "SubscriptionEnded",
    userId: "u-1",
  });
  for (const event of [{ type: "SubscriptionEnded" }, { type: "SubscriptionEnded", userId: 7 }, told[0], null]) {
    expect(SubscriptionEnded.safeParse(event).success).toBe(false);
  }
});
