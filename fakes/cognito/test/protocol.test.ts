import {
  CognitoIdentityProviderClient,
  ListUserPoolsCommand,
  SignUpCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import { ClientId, email, password, refusalOf, startPool, type TestPool, userPoolId } from "./test-pool.ts";

let errors: MockInstance;
beforeEach(() => {
  errors = vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => errors.mockRestore());

const post = (pool: TestPool, operation: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${pool.url}/`, {
    method: "POST",
    headers: {
      "content-type": "application/x-amz-json-1.1",
      "x-amz-target": `AWSCognitoIdentityProviderService.${operation}`,
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

describe("the local Cognito", () => {
  test("returns errors in AWS's format", async () => {
    const pool = await startPool();
    const answer = await post(pool, "SignUp", { ClientId, Username: email, Password: "abc" });
    expect(answer.status).toBe(400);
    expect(answer.headers.get("content-type")).toBe("application/x-amz-json-1.1");
    expect(answer.headers.get("x-amzn-errortype")).toBe("InvalidPasswordException:");
    expect(await answer.json()).toEqual({
      __type: "InvalidPasswordException",
      message: "Password did not conform with policy: Password not long enough",
    });
  });

  test("allows calls and preflights from any origin", async () => {
    const pool = await startPool();
    const preflight = await fetch(`${pool.url}/`, {
      method: "OPTIONS",
      headers: {
        origin: "http://localhost:5173",
        "access-control-request-method": "POST",
        "access-control-request-headers": "cache-control,content-type,x-amz-target,x-amz-user-agent",
      },
    });
    expect(preflight.status).toBe(200);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    expect(preflight.headers.get("access-control-allow-methods")).toContain("POST");
    expect(preflight.headers.get("access-control-allow-headers")).toContain("x-amz-target");
    const origin = { origin: "http://localhost:5173" };
    const call = await post(pool, "SignUp", { ClientId, Username: email, Password: password }, origin);
    expect(call.status).toBe(200);
    expect(call.headers.get("access-control-allow-origin")).toBe("*");
  });

  test("refuses an unknown operation, and logs it", async () => {
    const { client } = await startPool();
    const refusal = await refusalOf(client.send(new ListUserPoolsCommand({ MaxResults: 1 })));
    expect(refusal.name).toBe("UnknownOperationException");
    expect(refusal.message).toContain("ListUserPools");
    expect(errors).toHaveBeenCalledWith(expect.stringContaining("ListUserPools"));
  });

  test.each(["constructor", "toString", ""])("does not accept %o as an operation", async (operation) => {
    const pool = await startPool();
    const answer = await post(pool, operation, {});
    expect(await answer.json()).toMatchObject({ __type: "UnknownOperationException" });
  });

  test("refuses admin calls without a signature and admin calls from web pages", async () => {
    const pool = await startPool();
    const body = { UserPoolId: userPoolId };
    const unsigned = await post(pool, "ListUsers", body);
    expect(await unsigned.json()).toEqual({
      __type: "MissingAuthenticationTokenException",
      message: "Missing Authentication Token",
    });
    const authorization = "AWS4-HMAC-SHA256 Credential=made/up";
    const fromPage = await post(pool, "ListUsers", body, { authorization, origin: "http://evil.example" });
    expect(await fromPage.json()).toMatchObject({ __type: "AccessDeniedException" });
    expect((await post(pool, "ListUsers", body, { authorization })).status).toBe(200);
  });

  test("requires no credentials for ForgotPassword", async () => {
    const pool = await startPool();
    const answer = await post(pool, "ForgotPassword", { ClientId, Username: email });
    expect(answer.status).toBe(200);
  });

  test.each([
    ["{", "SerializationException", "The request is not JSON."],
    ["[]", "SerializationException", "Wrong type of value at 'the request'"],
    [{ ClientId: 7 }, "SerializationException", "Wrong type of value at 'clientId'"],
    [
      { ClientId },
      "InvalidParameterException",
      "2 validation errors detected: Value null at 'username' failed to satisfy constraint: Member must not be null; " +
        "Value null at 'password' failed to satisfy constraint: Member must not be null",
    ],
    [
      { ClientId, Username: email, Password: password, UserAttributes: [{ Value: "Ana" }] },
      "InvalidParameterException",
      "1 validation error detected: Value null at 'userAttributes.1.member.name' failed to satisfy constraint: " +
        "Member must not be null",
    ],
  ])("refuses the input %o of SignUp", async (body, __type, message) => {
    const pool = await startPool();
    const answer = await post(pool, "SignUp", body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toEqual({ __type, message });
  });

  test("refuses a body that is too large, and serves the next call", async () => {
    const pool = await startPool();
    const large = await post(pool, "SignUp", { ClientId, Username: "a".repeat(1_000_000) });
    expect(large.status).toBe(413);
    expect(await large.json()).toMatchObject({ __type: "RequestEntityTooLargeException" });
    expect((await post(pool, "ForgotPassword", { ClientId, Username: email })).status).toBe(200);
  });

  test("returns an internal error without details", async () => {
    const pool = await startPool();
    pool.state.exec("DROP TABLE cognito_codes");
    const answer = await post(pool, "SignUp", { ClientId, Username: email, Password: password });
    expect(answer.status).toBe(500);
    expect(await answer.json()).toEqual({ __type: "InternalErrorException", message: "Something went wrong" });
    expect(errors).toHaveBeenCalled();
  });

  test("returns 404 for unknown paths and for the method DELETE", async () => {
    const pool = await startPool();
    expect((await fetch(`${pool.url}/elsewhere`)).status).toBe(404);
    expect((await fetch(`${pool.url}/us-east-1_Other/.well-known/jwks.json`)).status).toBe(404);
    expect((await fetch(`${pool.url}/`, { method: "DELETE" })).status).toBe(404);
  });

  test("publishes no private part of its key", async () => {
    const pool = await startPool();
    const answer = await fetch(`${pool.issuer}/.well-known/jwks.json`);
    expect(answer.headers.get("access-control-allow-origin")).toBe("*");
    const { keys } = await answer.json();
    expect(keys).toEqual([
      { kty: "RSA", alg: "RS256", use: "sig", kid: expect.any(String), n: expect.any(String), e: "AQAB" },
    ]);
  });

  test("logs neither the code nor the password of a sign-up", async () => {
    const spies = (["log", "info", "warn", "debug"] as const).map((name) => vi.spyOn(console, name).mockReturnValue());
    const pool = await startPool();
    await post(pool, "SignUp", { ClientId, Username: email, Password: password });
    await post(pool, "SignUp", { ClientId, Username: email, Password: password });
    await post(pool, "NoSuchOperation", { ClientId, Password: password });
    const written = JSON.stringify([errors, ...spies].map(({ mock }) => mock.calls));
    expect(written).not.toContain(password);
    expect(written).not.toContain(pool.lastCode());
    for (const spy of spies) spy.mockRestore();
  });
});

test("the AWS SDK can call SignUp of the local Cognito without credentials", async () => {
  const { url, mails } = await startPool();
  const client = new CognitoIdentityProviderClient({ region: "us-east-1", endpoint: url, maxAttempts: 1 });
  await client.send(new SignUpCommand({ ClientId, Username: email, Password: password }));
  expect(mails).toHaveLength(1);
  client.destroy();
});
