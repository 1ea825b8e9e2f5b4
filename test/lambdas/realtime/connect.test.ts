import { generateKeyPair, UnsecuredJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { channelProtocol, subprotocolsFor } from "../../../domain/realtime/channel.ts";
import { openClient, requestHandshake } from "../../../fakes/websocket-gateway/test/client.ts";
import { type RealtimeCloud, startRealtimeCloud } from "./realtime-cloud.ts";

let cloud: RealtimeCloud;
beforeAll(async () => {
  cloud = await startRealtimeCloud();
});
afterAll(() => cloud.close());

const shakeWith = (...protocols: string[]) =>
  requestHandshake(cloud.gateway.url, { "Sec-WebSocket-Protocol": protocols.join(", ") });

describe("a learner with an access token", () => {
  it("is accepted with the channel's subprotocol, and no response header contains the token", async () => {
    const token = await cloud.issuer.token(cloud.newUser());
    const { status, headers } = await shakeWith(...subprotocolsFor(token));
    expect(status).toBe(101);
    expect(headers["sec-websocket-protocol"]).toBe(channelProtocol);
    expect(JSON.stringify(headers)).not.toContain(token);
  });

  it.each([
    ["twenty minutes, with a token of twenty minutes", "20m", 1200],
    ["two hours, the maximum, with a token of five hours", "5h", 7200],
  ])("has a connection row that is valid for %s", async (_what, expiresIn, seconds) => {
    const user = cloud.newUser();
    const before = Math.floor(Date.now() / 1000);
    const token = await cloud.issuer.token(user, { expiresIn });
    const client = openClient(cloud.gateway.url, subprotocolsFor(token));
    await client.opened;
    expect(client.socket.protocol).toBe(channelProtocol);
    const [row, ...others] = await cloud.connections.listOf(user);
    expect(others).toEqual([]);
    expect(row?.user_id).toBe(user);
    // The times are rounded to seconds.
    expect(row?.good_until).toBeGreaterThanOrEqual(before + seconds - 1);
    expect(row?.good_until).toBeLessThanOrEqual(Date.now() / 1000 + seconds);
    // The row lasts as long as API Gateway's longest connection, even if the token expires earlier.
    expect(row?.expires_at).toBeGreaterThanOrEqual(before + 7200);
    expect(row?.expires_at).toBeLessThanOrEqual(Date.now() / 1000 + 7200);
    expect(Date.parse(row?.connected_at ?? "")).toBeGreaterThanOrEqual(before * 1000);
  });

  it("can have two connections, and a closed connection has no row", async () => {
    const user = cloud.newUser();
    const [first, second] = [await cloud.open(user), await cloud.open(user)];
    expect((await cloud.idsOf(user)).sort()).toEqual([first.id, second.id].sort());
    first.socket.close();
    await cloud.disconnected(first.id);
    expect(await cloud.idsOf(user)).toEqual([second.id]);
  });

  it("opens a second connection without another read of the signing keys", async () => {
    const user = cloud.newUser();
    await cloud.open(user);
    const reads = cloud.issuer.keyReads();
    await cloud.open(user);
    expect(cloud.issuer.keyReads()).toBe(reads);
  });
});

describe("a refused connection", () => {
  const foreign = generateKeyPair("RS256");
  const claims = (more: Record<string, unknown>) => (user: string) => cloud.issuer.token(user, { claims: more });
  it.each<[string, (user: string) => Promise<string>]>([
    ["expired", (user) => cloud.issuer.token(user, { expiresIn: "-1s" })],
    ["an id token", claims({ token_use: "id", aud: "parlanceweb" })],
    ["of another app client", claims({ client_id: "another" })],
    ["without the claim client_id", claims({ client_id: undefined, aud: "parlanceweb" })],
    ["of another issuer", claims({ iss: "https://cognito-idp.example/other" })],
    [
      "signed with an unknown key under the pool's key id",
      async (user) => cloud.issuer.token(user, { by: (await foreign).privateKey }),
    ],
    [
      "signed with an unknown key under an unknown key id",
      async (user) => cloud.issuer.token(user, { by: (await foreign).privateKey, keyId: "key-2" }),
    ],
    [
      "not signed",
      async (user) =>
        new UnsecuredJWT({ token_use: "access", client_id: "parlanceweb" })
          .setSubject(user)
          .setIssuer(cloud.issuer.issuer)
          .setExpirationTime("1h")
          .encode(),
    ],
    ["malformed", async () => "letmein"],
    ["altered", async (user) => `${(await cloud.issuer.token(user)).slice(0, -8)}AAAAAAAA`],
  ])("returns 401 and stores no row for a token that is %s", async (_what, tokenFor) => {
    const user = cloud.newUser();
    const { status } = await shakeWith(...subprotocolsFor(await tokenFor(user)));
    expect(status).toBe(401);
    expect(await cloud.idsOf(user)).toEqual([]);
  });

  it.each(["closing", "closed"])("returns 401 and stores no row for an account that is %s", async (state) => {
    const user = cloud.newUser();
    await cloud.closedAccounts.begin({ userId: user, username: user });
    if (state === "closed") await cloud.closedAccounts.finish(user);
    const { status } = await shakeWith(...subprotocolsFor(await cloud.issuer.token(user)));
    expect(status).toBe(401);
    expect(await cloud.idsOf(user)).toEqual([]);
  });

  it("returns 401 and stores no row for an unexpired token of an ended session", async () => {
    const user = cloud.newUser();
    const token = await cloud.issuer.token(user);
    cloud.issuer.revoke(token);
    expect((await shakeWith(...subprotocolsFor(token))).status).toBe(401);
    expect(await cloud.idsOf(user)).toEqual([]);
  });

  it("returns 401 without the channel's subprotocol or without a token", async () => {
    const token = await cloud.issuer.token(cloud.newUser());
    expect((await requestHandshake(cloud.gateway.url)).status).toBe(401);
    expect((await shakeWith("graphql-ws", token)).status).toBe(401);
    expect((await shakeWith(channelProtocol)).status).toBe(401);
    expect((await shakeWith(token)).status).toBe(401);
  });

  it("returns 401 for a valid token in the URL", async () => {
    const token = await cloud.issuer.token(cloud.newUser());
    expect((await requestHandshake(`${cloud.gateway.url}/?access_token=${token}`)).status).toBe(401);
  });
});

it("a connection logs the learner's id and no token", async () => {
  const user = cloud.newUser();
  const token = await cloud.issuer.token(user);
  await shakeWith(...subprotocolsFor(token));
  await shakeWith(...subprotocolsFor(`${token}x`));
  const logged = cloud.logLines.join("\n");
  expect(logged).toContain("realtime-connect");
  expect(logged).not.toContain(token);
  expect(logged).toContain(`"userId":"${user}"`);
});
