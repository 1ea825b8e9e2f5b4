import { AdminUserGlobalSignOutCommand } from "@aws-sdk/client-cognito-identity-provider";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { subprotocolsFor } from "../../../domain/realtime/channel.ts";
import { openClient, requestHandshake } from "../../../fakes/websocket-gateway/test/client.ts";
import { createPoolClient, renewTokens, signIn } from "../../support/learner.ts";
import { apiOf } from "../support/call-api.ts";
import { aLearner, cloud, stored } from "../support/learners.ts";

async function realtimeUrl(): Promise<string> {
  const config = await (await fetch(`${cloud.webUrl}/config.json`)).json();
  return z.object({ realtimeUrl: z.string() }).parse(config).realtimeUrl;
}

async function revoke(email: string): Promise<void> {
  const { client, userPoolId } = await createPoolClient(cloud.webUrl);
  await client.send(new AdminUserGlobalSignOutCommand({ UserPoolId: userPoolId, Username: email }));
  client.destroy();
}

const refused = { status: 401, code: "unauthorized" };

describe("DELETE /sessions", () => {
  test("ends two sessions and a connection of the learner, and none of another learner", async () => {
    const [learner, other] = [await aLearner(), await aLearner()];
    const elsewhere = await signIn(cloud.webUrl, learner);
    const url = await realtimeUrl();
    const open = async (token: string) => {
      const client = openClient(url, subprotocolsFor(token));
      await client.opened;
      return { ...client, closed: new Promise((resolve) => client.socket.addEventListener("close", resolve)) };
    };
    const channel = await open(elsewhere.AccessToken);
    const others = await open(other.tokens.AccessToken);
    expect(await learner.ask("end-sessions")).toEqual({ ended: true });
    await channel.closed;
    for (const { RefreshToken } of [learner.tokens, elsewhere]) {
      await expect(renewTokens(cloud.webUrl, RefreshToken)).rejects.toMatchObject({ name: "NotAuthorizedException" });
    }
    expect((await stored.rowsOf(learner.userId)).connections).toEqual([]);
    expect((await stored.rowsOf(other.userId)).connections).toHaveLength(1);
    expect(await renewTokens(cloud.webUrl, other.tokens.RefreshToken)).toHaveProperty("AccessToken");
    others.socket.send(JSON.stringify({ type: "heartbeat" }));
    expect(await others.next()).toEqual({ type: "heartbeat-ok" });
    others.socket.close();
    const again = await signIn(cloud.webUrl, learner);
    expect(await apiOf(cloud.apiUrl, again.AccessToken).call("get-account")).toHaveProperty("status", 200);
  });

  test("makes the realtime channel and a second DELETE /sessions refuse an earlier token", async () => {
    const learner = await aLearner();
    await learner.ask("end-sessions");
    const { RefreshToken } = await signIn(cloud.webUrl, learner);
    const protocols = subprotocolsFor(learner.tokens.AccessToken).join(", ");
    expect((await requestHandshake(await realtimeUrl(), { "Sec-WebSocket-Protocol": protocols })).status).toBe(401);
    expect(await learner.refusal("end-sessions")).toEqual(refused);
    expect(await renewTokens(cloud.webUrl, RefreshToken)).toHaveProperty("AccessToken");
  });
});

describe("a stolen access token of an ended session", () => {
  test("cannot open a checkout or a portal, and cannot cancel or resume the plan", async () => {
    const learner = await aLearner();
    const paid = await learner.ask("create-checkout-session", {
      body: { planType: "plus", billing: "monthly", returnUrl: cloud.webUrl },
    });
    await fetch(paid.url, { method: "POST", body: new URLSearchParams({ action: "pay" }), redirect: "manual" });
    await learner.ask("refresh-subscription");
    await learner.ask("cancel-plan");
    await learner.ask("resume-plan");
    const before = await stored.rowsOf(learner.userId);
    await revoke(learner.email);
    const choice = { planType: "premium", billing: "monthly", returnUrl: cloud.webUrl };
    expect(await learner.refusal("create-checkout-session", { body: choice })).toEqual(refused);
    expect(await learner.refusal("customer-portal", { body: { returnUrl: cloud.webUrl } })).toEqual(refused);
    expect(await learner.refusal("cancel-plan")).toEqual(refused);
    expect(await learner.refusal("resume-plan")).toEqual(refused);
    expect(await stored.rowsOf(learner.userId)).toEqual(before);
    const owner = apiOf(cloud.apiUrl, (await signIn(cloud.webUrl, learner)).AccessToken);
    expect(await owner.ask("refresh-subscription")).toMatchObject({ plan_type: "plus", active: true });
    expect(await owner.ask("create-checkout-session", { body: choice })).toMatchObject({ outcome: "changed" });
  });

  test("cannot delete or export the account", async () => {
    const learner = await aLearner();
    await revoke(learner.email);
    for (const name of ["delete-user", "export-account"] as const) expect(await learner.refusal(name)).toEqual(refused);
    const owner = apiOf(cloud.apiUrl, (await signIn(cloud.webUrl, learner)).AccessToken);
    expect((await owner.ask("get-account")).profile.email).toBe(learner.email);
    expect(await owner.ask("export-account")).toHaveProperty("url");
    expect(await owner.ask("delete-user")).toEqual({ deleted: true });
  });
});
