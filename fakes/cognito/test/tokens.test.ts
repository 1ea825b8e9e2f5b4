import { createHash } from "node:crypto";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  AdminDeleteUserCommand,
  AdminUserGlobalSignOutCommand,
  GlobalSignOutCommand,
  RevokeTokenCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { createRemoteJWKSet, decodeJwt, jwtVerify, SignJWT } from "jose";
import { describe, expect, onTestFinished, test } from "vitest";
import { openState } from "../../foundation/state.ts";
import { signIn } from "./sign-in.ts";
import {
  ClientId,
  email,
  getUser,
  hours,
  invalidParameter,
  minutes,
  notAuthorized,
  refresh,
  refusalOf,
  seconds,
  signUpAndConfirm,
  startPool,
  type TestPool,
  userPoolId,
} from "./test-pool.ts";

const days = 24 * hours;
const accessRevoked = notAuthorized("Access Token has been revoked");
const refreshRevoked = notAuthorized("Refresh Token has been revoked");

const revoke = ({ client }: TestPool, Token: string) => client.send(new RevokeTokenCommand({ ClientId, Token }));

async function startWithUser() {
  const pool = await startPool();
  const sub = await signUpAndConfirm(pool);
  return { pool, sub };
}

describe("id and access tokens", () => {
  test("are signed with the pool's published key and contain Cognito's claims", async () => {
    const { pool, sub } = await startWithUser();
    const { IdToken, AccessToken } = await signIn(pool);
    const keys = createRemoteJWKSet(new URL(`${pool.issuer}/.well-known/jwks.json`));
    const id = await jwtVerify(IdToken, keys, { issuer: pool.issuer, audience: ClientId, algorithms: ["RS256"] });
    const access = await jwtVerify(AccessToken, keys, { issuer: pool.issuer, algorithms: ["RS256"] });
    expect(id.payload).toMatchObject({
      sub,
      email,
      email_verified: true,
      name: "Ana",
      "cognito:username": sub,
      token_use: "id",
      auth_time: expect.any(Number),
      event_id: expect.any(String),
    });
    expect(access.payload).toMatchObject({
      sub,
      username: sub,
      client_id: ClientId,
      token_use: "access",
      scope: "aws.cognito.signin.user.admin",
      origin_jti: id.payload["origin_jti"],
    });
    expect(access.payload).not.toHaveProperty("aud");
    expect(access.payload).not.toHaveProperty("email");
    expect(Number(access.payload.exp) - Number(access.payload.iat)).toBe(3600);
    expect(access.payload.jti).not.toBe(id.payload.jti);
  });

  test("are refused by GetUser if forged, expired or of the wrong kind", async () => {
    const { pool } = await startWithUser();
    const { IdToken, AccessToken } = await signIn(pool);
    const forged = await new SignJWT(decodeJwt(AccessToken))
      .setProtectedHeader({ alg: "HS256" })
      .sign(new TextEncoder().encode("a secret of somebody else's making"));
    for (const token of [IdToken, forged, "nonsense", `${AccessToken}x`]) {
      expect(await refusalOf(getUser(pool, token))).toEqual(notAuthorized("Invalid Access Token"));
    }
    pool.advance(1 * hours);
    expect(await refusalOf(getUser(pool, AccessToken))).toEqual(notAuthorized("Access Token has expired"));
  });
});

describe("the refresh of tokens", () => {
  test("returns a new access token of the same sign-in, an id token and a new refresh token", async () => {
    const { pool } = await startWithUser();
    const first = await signIn(pool);
    pool.advance(10 * seconds);
    const second = await refresh(pool, first.RefreshToken);
    const [before, after] = [decodeJwt(first.AccessToken), decodeJwt(second.AccessToken)];
    expect(second.RefreshToken).not.toBe(first.RefreshToken);
    expect(after).toMatchObject({ origin_jti: before["origin_jti"], auth_time: before["auth_time"] });
    expect(after.iat).toBe(Number(before.iat) + 10);
    expect(after.jti).not.toBe(before.jti);
    expect(decodeJwt(second.IdToken)).toMatchObject({ email, token_use: "id" });
  });

  test("refuses a refresh token one minute after its first use, and accepts the newer token", async () => {
    const { pool } = await startWithUser();
    const first = await signIn(pool);
    const second = await refresh(pool, first.RefreshToken);
    pool.advance(59 * seconds);
    expect(await refresh(pool, first.RefreshToken)).toHaveProperty("AccessToken");
    // The minute starts at the first use of the refresh token. Later uses do not extend the minute.
    pool.advance(1 * seconds);
    expect((await refusalOf(refresh(pool, first.RefreshToken))).name).toBe("RefreshTokenReuseException");
    expect(await refresh(pool, second.RefreshToken)).toHaveProperty("AccessToken");
  });

  test("succeeds for two simultaneous requests with the same refresh token", async () => {
    const { pool } = await startWithUser();
    const { RefreshToken } = await signIn(pool);
    const [one, other] = await Promise.all([refresh(pool, RefreshToken), refresh(pool, RefreshToken)]);
    expect(one.RefreshToken).not.toBe(other.RefreshToken);
    pool.advance(1 * hours);
    for (const tab of [one, other]) expect(await refresh(pool, tab.RefreshToken)).toHaveProperty("AccessToken");
  });

  test("is refused after a global sign-out, even within the grace period of a used token", async () => {
    const { pool } = await startWithUser();
    const { RefreshToken } = await signIn(pool);
    const { AccessToken } = await refresh(pool, RefreshToken);
    await pool.client.send(new GlobalSignOutCommand({ AccessToken }));
    expect(await refusalOf(refresh(pool, RefreshToken))).toEqual(refreshRevoked);
  });

  test("is refused thirty days after the sign-in, even with a newer refresh token", async () => {
    const { pool } = await startWithUser();
    const first = await signIn(pool);
    pool.advance(20 * days);
    const second = await refresh(pool, first.RefreshToken);
    pool.advance(10 * days);
    expect(await refusalOf(refresh(pool, second.RefreshToken))).toEqual(notAuthorized("Refresh Token has expired"));
  });

  test("refuses a text that is not a refresh token", async () => {
    const { pool } = await startWithUser();
    expect(await refusalOf(refresh(pool, "nonsense"))).toEqual(notAuthorized("Invalid Refresh Token."));
  });

  test("uses a table that stores refresh tokens only as hashes", async () => {
    const { pool } = await startWithUser();
    const { RefreshToken } = await signIn(pool);
    const rows = pool.state.prepare("SELECT * FROM cognito_refresh_tokens").all();
    expect(JSON.stringify(rows)).not.toContain(RefreshToken);
    expect(rows[0]?.["hash"]).toBe(createHash("sha256").update(RefreshToken).digest("base64url"));
  });
});

describe("session revocation", () => {
  test("by RevokeToken ends one of two sessions of a user", async () => {
    const { pool } = await startWithUser();
    const [here, there] = [await signIn(pool), await signIn(pool)];
    await revoke(pool, here.RefreshToken);
    expect(await refusalOf(refresh(pool, here.RefreshToken))).toEqual(refreshRevoked);
    expect(await refusalOf(getUser(pool, here.AccessToken))).toEqual(accessRevoked);
    expect(await getUser(pool, there.AccessToken)).toHaveProperty("Username");
  });

  test("by RevokeToken refuses access tokens and unknown tokens", async () => {
    const { pool } = await startWithUser();
    const { AccessToken } = await signIn(pool);
    expect((await refusalOf(revoke(pool, AccessToken))).name).toBe("UnsupportedTokenTypeException");
    expect(await refusalOf(revoke(pool, "nonsense"))).toEqual(invalidParameter("Invalid Refresh Token."));
  });

  test("by GlobalSignOut ends both sessions of the user, but not the session of another user", async () => {
    const { pool } = await startWithUser();
    await signUpAndConfirm(pool, "ben@example.com");
    const bens = await signIn(pool, undefined, "ben@example.com");
    const [here, there] = [await signIn(pool), await signIn(pool)];
    await pool.client.send(new GlobalSignOutCommand({ AccessToken: here.AccessToken }));
    for (const tokens of [here, there]) {
      expect(await refusalOf(getUser(pool, tokens.AccessToken))).toEqual(accessRevoked);
      expect(await refusalOf(refresh(pool, tokens.RefreshToken))).toEqual(refreshRevoked);
    }
    expect(await getUser(pool, bens.AccessToken)).toHaveProperty("Username");
    expect(await signIn(pool)).toHaveProperty("AccessToken");
  });

  test("by AdminUserGlobalSignOut revokes the user's access token", async () => {
    const { pool } = await startWithUser();
    const { AccessToken } = await signIn(pool);
    await pool.client.send(new AdminUserGlobalSignOutCommand({ UserPoolId: userPoolId, Username: email }));
    expect(await refusalOf(getUser(pool, AccessToken))).toEqual(accessRevoked);
  });

  test("by AdminDeleteUser makes the user's access and refresh tokens unusable", async () => {
    const { pool } = await startWithUser();
    const { AccessToken, RefreshToken } = await signIn(pool);
    await pool.client.send(new AdminDeleteUserCommand({ UserPoolId: userPoolId, Username: email }));
    expect(await refusalOf(getUser(pool, AccessToken))).toEqual({
      name: "UserNotFoundException",
      message: "User does not exist.",
    });
    expect(await refusalOf(refresh(pool, RefreshToken))).toEqual(notAuthorized("Invalid Refresh Token."));
  });
});

test("with a copy of its open database, the local Cognito accepts earlier tokens and publishes the same key", async () => {
  const directory = mkdtempSync(join(tmpdir(), "cognito-"));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const before = await startPool({ state: openState(join(directory, "before")) });
  onTestFinished(() => before.state.close());
  const sub = await signUpAndConfirm(before);
  const { AccessToken, RefreshToken } = await signIn(before);
  const jwks = await (await fetch(`${before.issuer}/.well-known/jwks.json`)).text();
  // The copy is made while the database is open, so it has the files that a killed process would leave.
  cpSync(join(directory, "before"), join(directory, "after"), { recursive: true });
  await before.close();

  const port = Number(new URL(before.url).port);
  const after = await startPool({ state: openState(join(directory, "after")), port });
  onTestFinished(() => after.state.close());
  expect(await (await fetch(`${after.issuer}/.well-known/jwks.json`)).text()).toBe(jwks);
  expect((await getUser(after, AccessToken)).Username).toBe(sub);
  expect(await refresh(after, RefreshToken)).toHaveProperty("AccessToken");
  after.advance(1 * minutes);
  expect((await refusalOf(refresh(after, RefreshToken))).name).toBe("RefreshTokenReuseException");
  expect(await signIn(after)).toHaveProperty("AccessToken");
});
