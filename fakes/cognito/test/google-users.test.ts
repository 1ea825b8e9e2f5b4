import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminUserGlobalSignOutCommand,
  ChangePasswordCommand,
  ConfirmForgotPasswordCommand,
  ForgotPasswordCommand,
  ListUsersCommand,
  ResendConfirmationCodeCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import type { PostConfirmationTriggerEvent, PreSignUpTriggerEvent } from "aws-lambda";
import { decodeJwt } from "jose";
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import {
  ana,
  answerChooser,
  authorizeUrl,
  locationOf,
  signInThroughGoogle,
  startHostedPool,
} from "./google-browser.ts";
import { signIn } from "./sign-in.ts";
import {
  ClientId,
  email,
  incorrectCredentials,
  notAuthorized,
  password,
  refresh,
  refusalOf,
  signUpAndConfirm,
  type TestPool,
  userPoolId,
  wrongCode,
} from "./test-pool.ts";

let errors: MockInstance;
beforeEach(() => {
  errors = vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => errors.mockRestore());

type Event = PreSignUpTriggerEvent | PostConfirmationTriggerEvent;

async function startWatched() {
  const events: Event[] = [];
  const keep = async (event: Event) => {
    events.push(structuredClone(event));
    return event;
  };
  return { pool: await startHostedPool({ triggers: { preSignUp: keep, postConfirmation: keep } }), events };
}

async function onlyUser({ client }: TestPool) {
  const { Users: [user, ...others] = [] } = await client.send(new ListUsersCommand({ UserPoolId: userPoolId }));
  if (!user || others.length > 0) throw new Error("There is not one user");
  const attributes = Object.fromEntries((user.Attributes ?? []).map(({ Name = "", Value = "" }) => [Name, Value]));
  return { username: user.Username ?? "", status: user.UserStatus, attributes };
}

describe("the first sign-in through Google", () => {
  test("creates a user with the status EXTERNAL_PROVIDER and the attributes from Google", async () => {
    const { pool } = await startWatched();
    await signInThroughGoogle(pool);
    const { username, status, attributes } = await onlyUser(pool);
    expect(username).toMatch(/^google_\d{21}$/);
    expect(status).toBe("EXTERNAL_PROVIDER");
    expect(attributes).toMatchObject({ ...ana, email_verified: "true", sub: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    expect(JSON.parse(attributes["identities"] ?? "")).toEqual([
      {
        userId: username.replace("google_", ""),
        providerName: "Google",
        providerType: "Google",
        issuer: null,
        primary: true,
        dateCreated: expect.any(Number),
      },
    ]);
  });

  test("runs the sign-up triggers, and a second sign-in updates the name without those triggers", async () => {
    const { pool, events } = await startWatched();
    await signInThroughGoogle(pool);
    const { username, attributes } = await onlyUser(pool);
    expect(events.map(({ triggerSource }) => triggerSource)).toEqual([
      "PreSignUp_ExternalProvider",
      "PostConfirmation_ConfirmSignUp",
    ]);
    for (const event of events) expect(event).toMatchObject({ version: "1", userPoolId, userName: username });
    expect(events[0]?.request).toEqual({
      userAttributes: {
        ...ana,
        email_verified: "true",
        "cognito:email_alias": "",
        "cognito:phone_number_alias": "",
      },
      validationData: {},
    });
    expect(events[1]?.request.userAttributes).toEqual({ ...attributes, "cognito:user_status": "EXTERNAL_PROVIDER" });
    await signInThroughGoogle(pool, { ...ana, name: "Ana Maria Lima" });
    expect(events).toHaveLength(2);
    expect((await onlyUser(pool)).attributes).toEqual({ ...attributes, name: "Ana Maria Lima" });
  });

  test("returns id and access tokens that name the provider", async () => {
    const { pool } = await startWatched();
    const { IdToken, AccessToken, RefreshToken } = await signInThroughGoogle(pool);
    const { username, attributes } = await onlyUser(pool);
    const groups = { "cognito:groups": [`${userPoolId}_Google`] };
    const idClaims = {
      ...ana,
      ...groups,
      sub: attributes["sub"],
      email_verified: true,
      "cognito:username": username,
      identities: [{ userId: username.replace("google_", ""), providerName: "Google", issuer: null, primary: "true" }],
    };
    const scope = "openid email profile aws.cognito.signin.user.admin";
    expect(decodeJwt(IdToken)).toMatchObject(idClaims);
    expect(decodeJwt(AccessToken)).toMatchObject({ ...groups, username, scope, client_id: ClientId });
    const renewed = await refresh(pool, RefreshToken);
    expect(decodeJwt(renewed.AccessToken)).toMatchObject({ ...groups, username, scope });
    expect(decodeJwt(renewed.IdToken)).toMatchObject(idClaims);
  });

  test("fails with AWS's message and creates no user if the pre sign-up trigger throws", async () => {
    const preSignUp = () => Promise.reject(new Error("EMAIL_ACCOUNT"));
    const pool = await startHostedPool({ triggers: { preSignUp } });
    const { searchParams } = locationOf(await answerChooser(authorizeUrl(pool), ana));
    expect(Object.fromEntries(searchParams)).toEqual({
      error: "invalid_request",
      error_description: "PreSignUp failed with error EMAIL_ACCOUNT. ",
      state: "state-1",
    });
    await expect(onlyUser(pool)).rejects.toThrow("not one user");
  });

  test("fails after the creation of the user if the post confirmation trigger fails", async () => {
    const postConfirmation = vi.fn().mockRejectedValue(new Error("No table"));
    const pool = await startHostedPool({ triggers: { postConfirmation } });
    const { searchParams } = locationOf(await answerChooser(authorizeUrl(pool), ana));
    expect(searchParams.get("error_description")).toBe("PostConfirmation failed with error No table. ");
    expect(await signInThroughGoogle(pool)).toHaveProperty("AccessToken");
    expect(postConfirmation).toHaveBeenCalledTimes(1);
  });
});

describe("a user who signs in through Google", () => {
  test("is treated as unknown at a password sign-in and at requests for codes", async () => {
    const pool = await startHostedPool();
    await signInThroughGoogle(pool, { ...ana, email });
    expect(await refusalOf(signIn(pool))).toEqual(incorrectCredentials);
    const { client, mails } = pool;
    const forgot = await client.send(new ForgotPasswordCommand({ ClientId, Username: email }));
    expect(forgot.CodeDeliveryDetails).toMatchObject({ DeliveryMedium: "EMAIL", Destination: "a***@e***" });
    const resent = await client.send(new ResendConfirmationCodeCommand({ ClientId, Username: email }));
    expect(resent.CodeDeliveryDetails).toMatchObject({ Destination: "a***@e***" });
    expect(mails).toEqual([]);
    const confirm = { ClientId, Username: email, ConfirmationCode: "123456", Password: password };
    expect(await refusalOf(client.send(new ConfirmForgotPasswordCommand(confirm)))).toEqual(wrongCode);
  });

  test("cannot set a password through ChangePassword", async () => {
    const pool = await startHostedPool();
    const { AccessToken } = await signInThroughGoogle(pool);
    const change = new ChangePasswordCommand({ AccessToken, PreviousPassword: password, ProposedPassword: password });
    expect(await refusalOf(pool.client.send(change))).toEqual(incorrectCredentials);
  });

  test("can have the same email as a user with a password in a pool without triggers", async () => {
    const pool = await startHostedPool();
    await signUpAndConfirm(pool);
    await signInThroughGoogle(pool, { ...ana, email: email.toUpperCase() });
    const list = new ListUsersCommand({ UserPoolId: userPoolId, Filter: `email = "${email}"` });
    const { Users = [] } = await pool.client.send(list);
    expect(Users.map(({ UserStatus }) => UserStatus)).toEqual(["CONFIRMED", "EXTERNAL_PROVIDER"]);
    expect(await signIn(pool)).toHaveProperty("AccessToken");
  });

  test("can be found, signed out and deleted under the username in another letter case", async () => {
    const pool = await startHostedPool();
    const { RefreshToken } = await signInThroughGoogle(pool);
    const { username, attributes } = await onlyUser(pool);
    const user = { UserPoolId: userPoolId, Username: username.replace("google", "Google") };
    expect(await pool.client.send(new AdminGetUserCommand(user))).toMatchObject({ Username: username });
    await pool.client.send(new AdminUserGlobalSignOutCommand(user));
    expect(await refusalOf(refresh(pool, RefreshToken))).toEqual(notAuthorized("Refresh Token has been revoked"));
    const again = await signInThroughGoogle(pool);
    await pool.client.send(new AdminDeleteUserCommand(user));
    expect(await refusalOf(refresh(pool, again.RefreshToken))).toEqual(notAuthorized("Invalid Refresh Token."));
    await signInThroughGoogle(pool);
    const afresh = await onlyUser(pool);
    expect(afresh.username).toBe(username);
    expect(afresh.attributes["sub"]).not.toBe(attributes["sub"]);
  });

  test("receives no tokens if the user is deleted before the code is exchanged", async () => {
    const pool = await startHostedPool();
    const code = locationOf(await answerChooser(authorizeUrl(pool), ana)).searchParams.get("code") ?? "";
    const { username } = await onlyUser(pool);
    await pool.client.send(new AdminDeleteUserCommand({ UserPoolId: userPoolId, Username: username }));
    const form = {
      grant_type: "authorization_code",
      client_id: ClientId,
      code,
      redirect_uri: "http://localhost:5173/pricing",
    };
    const response = await fetch(`${pool.url}/oauth2/token`, { method: "POST", body: new URLSearchParams(form) });
    expect([response.status, await response.json()]).toEqual([400, { error: "invalid_grant" }]);
  });
});
