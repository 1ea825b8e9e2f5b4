import { describe, expect, test } from "vitest";
import {
  type ClientMessage,
  GatewayRefusal,
  gatewayResponses,
  messageRouteExpression,
  ServerMessage,
} from "../../../domain/realtime/channel.ts";

describe("the message schemas", () => {
  const profile = { id: "u1", full_name: "Asha", email: "a@example.com", language_preference: null };

  test("parse messages without changing them", () => {
    const event = { type: "event", event: { type: "ProfileChanged", userId: "u1", profile } };
    expect(ServerMessage.parse(event)).toEqual(event);
    for (const message of [
      { type: "heartbeat-ok" },
      { type: "too-many-messages", retryAfterSeconds: 60 },
      {
        type: "event",
        event: { type: "ExamChanged", userId: "u1", attemptId: "0f8e2c9a-3d44-4b57-8a8e-2d0c5b6f9a10" },
      },
    ]) {
      expect(ServerMessage.parse(message)).toEqual(message);
    }
  });

  test("have the message type in the field that selects the gateway's route", () => {
    // The expression that selects a route names a field of the body:
    // https://docs.aws.amazon.com/apigateway/latest/developerguide/websocket-api-develop-routes.html
    const [, field = ""] = /^\$request\.body\.(\w+)$/.exec(messageRouteExpression) ?? [];
    const message: ClientMessage = { type: "heartbeat" };
    expect(Object.entries(message)).toContainEqual([field, "heartbeat"]);
    expect(Object.keys(gatewayResponses)).toEqual(["heartbeat"]);
    for (const answer of Object.values(gatewayResponses)) expect(ServerMessage.safeParse(answer).success).toBe(true);
  });

  test.each([
    { type: "event", event: { type: "SubscriptionEnded", userId: "u1" } },
    { type: "event", event: { type: "ProfileChanged", userId: "u1", profile: { ...profile, full_name: 1 } } },
    { type: "heartbeat" },
    { type: "too-many-messages" },
    { type: "too-many-messages", retryAfterSeconds: 0.5 },
    { message: "Internal server error", connectionId: "c", requestId: "r" },
    null,
  ])("refuse %j as a message of the server", (message) => {
    expect(ServerMessage.safeParse(message).success).toBe(false);
  });

  // https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-routes-integrations.html
  test.each([
    { message: "Internal server error", connectionId: "L0SM9cOFvHcCIhw=", requestId: "L0fAGEDBvHcFQ8A=" },
    { message: "Forbidden", connectionId: "L0SM9cOFvHcCIhw=", requestId: "L0fAGEDBvHcFQ8A=" },
  ])("recognise %j as a message of the gateway", (message) => {
    expect(GatewayRefusal.safeParse(message).success).toBe(true);
    expect(GatewayRefusal.safeParse({ type: "heartbeat-ok" }).success).toBe(false);
  });
});
