import { describe, expect, test } from "vitest";
import { GatewayRefusal, ServerMessage } from "../../domain/channel.ts";

describe("messages", () => {
  const profile = { id: "u1", full_name: "Asha", email: "a@example.com", language_preference: null };

  test("are read as they are written", () => {
    const event = { type: "event", event: { type: "ProfileChanged", userId: "u1", profile } };
    expect(ServerMessage.parse(event)).toEqual(event);
    expect(ServerMessage.parse({ type: "heartbeat-ok" })).toEqual({ type: "heartbeat-ok" });
  });

  test.each([
    { type: "event", event: { type: "SubscriptionEnded", userId: "u1" } },
    { type: "event", event: { type: "ProfileChanged", userId: "u1", profile: { ...profile, full_name: 1 } } },
    { type: "heartbeat" },
    { message: "Internal server error", connectionId: "c", requestId: "r" },
    null,
  ])("that the server does not send are not taken for its own: %j", (message) => {
    expect(ServerMessage.safeParse(message).success).toBe(false);
  });

  // https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-routes-integrations.html
  test.each([
    { message: "Internal server error", connectionId: "L0SM9cOFvHcCIhw=", requestId: "L0fAGEDBvHcFQ8A=" },
    { message: "Forbidden", connectionId: "L0SM9cOFvHcCIhw=", requestId: "L0fAGEDBvHcFQ8A=" },
  ])("of the gateway itself are told from those of the server: %j", (message) => {
    expect(GatewayRefusal.safeParse(message).success).toBe(true);
    expect(GatewayRefusal.safeParse({ type: "heartbeat-ok" }).success).toBe(false);
  });
});
