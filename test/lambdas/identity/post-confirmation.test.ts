import { randomUUID } from "node:crypto";
import { ConfirmSignUpCommand } from "@aws-sdk/client-cognito-identity-provider";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Profile } from "../../../domain/accounts/profile.ts";
import { handler, onConfirmed } from "../../../lambdas/identity/post-confirmation.ts";
import {
  createLearner,
  createPoolClient,
  fetchCode,
  renewTokens,
  setForgottenPassword,
  signIn,
  signUp,
} from "../../support/learner.ts";
import { apiOf } from "../support/call-api.ts";
import { captureLog, logLines, logText } from "../support/capture-log.ts";
import { noClosedAccounts } from "../support/directory-user.ts";
import { context } from "../support/event.ts";
import { aLearner, cloud, stored } from "../support/learners.ts";

beforeEach(captureLog);
afterEach(() => vi.unstubAllEnvs());

const confirmation = (userAttributes: { sub: string; email: string; name?: string }) => ({
  version: "1",
  region: "ap-southeast-2",
  userPoolId: "ap-southeast-2_Parlance1",
  userName: "asha",
  callerContext: { awsSdkVersion: "3", clientId: "web" },
  triggerSource: "PostConfirmation_ConfirmSignUp",
  request: { userAttributes: { email_verified: "true", "cognito:user_status": "CONFIRMED", ...userAttributes } },
  response: {},
});

const directoryOf = () => ({
  signOutEverywhere: () => Promise.reject(new Error("Signed somebody out")),
  notePasswordOwner: () => Promise.reject(new Error("Noted an owner")),
});

const bus = { publish: () => Promise.reject(new Error("Published something")) };

const connections = {
  listOf: () => Promise.reject(new Error("Looked for connections")),
  remove: () => Promise.reject(new Error("Removed a connection")),
};

function profilesInMemory() {
  const rows = new Map<string, Profile>();
  const createIfMissing = async (profile: Profile) => {
    const kept = rows.get(profile.id) ?? profile;
    rows.set(profile.id, kept);
    return kept;
  };
  return { rows, profiles: { createIfMissing } };
}

describe("the post-confirmation trigger in the local cloud", () => {
  test("creates the profile when the email is confirmed", async () => {
    const signedUp = await signUp(cloud.webUrl, { name: "Usha" });
    expect((await stored.rowsOf(signedUp.userId)).profiles).toEqual([]);
    const { userId, email } = await aLearner({ name: "Asha Rai" });
    expect((await stored.rowsOf(userId)).profiles).toEqual([
      { id: userId, full_name: "Asha Rai", email, language_preference: null },
    ]);
  });
});

describe("a profile that exists before its email is confirmed", () => {
  test("stays unchanged", async () => {
    const { userId, email } = await signUp(cloud.webUrl);
    const profile = { id: userId, full_name: "Usha", email, language_preference: "nepali" };
    await stored.put("profiles", profile);
    const { client, clientId: ClientId } = await createPoolClient(cloud.webUrl);
    const ConfirmationCode = await fetchCode(cloud.webUrl, email);
    await client.send(new ConfirmSignUpCommand({ ClientId, Username: email, ConfirmationCode }));
    client.destroy();
    expect((await stored.rowsOf(userId)).profiles).toEqual([profile]);
  });
});

describe("replacing a forgotten password", () => {
  test("revokes the earlier refresh token and removes the learner's stored connection", async () => {
    const { userId, email, tokens } = await createLearner(cloud.webUrl);
    const connected_at = "2026-11-22T09:00:00.000Z";
    const times = { connected_at, good_until: 9_999_999_999, expires_at: 9_999_999_999 };
    await stored.put("connections", { user_id: userId, seat: "01", connection_id: "c1", ...times });
    const Password = "another horse";
    await setForgottenPassword(cloud.webUrl, email, Password);
    await expect(renewTokens(cloud.webUrl, tokens.RefreshToken)).rejects.toMatchObject({
      name: "NotAuthorizedException",
      message: "Refresh Token has been revoked",
    });
    expect((await stored.rowsOf(userId)).connections).toEqual([]);
    // As on AWS, the authorizer accepts an access token until the token expires.
    const { status } = await apiOf(cloud.apiUrl, tokens.AccessToken).call("get-account");
    expect(status).toBe(200);
    expect(await signIn(cloud.webUrl, { email, password: Password })).toHaveProperty("AccessToken");
  });
});

describe("the post-confirmation trigger", () => {
  const sub = randomUUID();
  const event = confirmation({ sub, email: "asha@example.com", name: "Asha" });
  const reset = { ...event, triggerSource: "PostConfirmation_ConfirmForgotPassword" };

  test("creates one profile for two calls, and returns the event to Cognito", async () => {
    const { rows, profiles } = profilesInMemory();
    expect(
      await onConfirmed(event, { closedAccounts: noClosedAccounts, profiles, directoryOf, connections, bus }),
    ).toEqual(event);
    expect(
      await onConfirmed(event, { closedAccounts: noClosedAccounts, profiles, directoryOf, connections, bus }),
    ).toEqual(event);
    expect([...rows.values()]).toEqual([
      { id: sub, full_name: "Asha", email: "asha@example.com", language_preference: null },
    ]);
  });

  test("does not overwrite the learner's changes of the profile", async () => {
    const { rows, profiles } = profilesInMemory();
    const changed = {
      id: sub,
      full_name: "Asha Rai",
      email: "asha@example.com",
      language_preference: "nepali",
    } as const;
    rows.set(sub, changed);
    await onConfirmed(event, { closedAccounts: noClosedAccounts, profiles, directoryOf, connections, bus });
    expect(rows.get(sub)).toEqual(changed);
  });

  test.each(["closing", "closed"] as const)("creates no profile for an account that is %s", async (state) => {
    const { rows, profiles } = profilesInMemory();
    const accounts = { stateOf: async (userId: string) => (userId === sub ? state : null) };
    expect(await onConfirmed(event, { closedAccounts: accounts, profiles, directoryOf, connections, bus })).toEqual(
      event,
    );
    expect(rows.size).toBe(0);
  });

  test.each([
    [{}, ""],
    [{ name: "Jose\u0301 " }, "Jos\u00e9"],
    // An outside provider may send a name that the app's form refuses.
    [{ name: "\u202eevil" }, ""],
  ])("creates the profile for the attributes %j with the name %j", async (attributes, full_name) => {
    const { rows, profiles } = profilesInMemory();
    const event = confirmation({ sub, email: "asha@example.com", ...attributes });
    await onConfirmed(event, { closedAccounts: noClosedAccounts, profiles, directoryOf, connections, bus });
    expect(rows.get(sub)).toHaveProperty("full_name", full_name);
  });

  test("signs the learner out everywhere, removes all connections and publishes SessionsEnded after a password reset", async () => {
    const { rows, profiles } = profilesInMemory();
    const signedOut: string[] = [];
    const noted: string[][] = [];
    const directory = (userPoolId: string) => ({
      signOutEverywhere: async (username: string) => void signedOut.push(`${username} of ${userPoolId}`),
      notePasswordOwner: async (username: string, owner: string) => void noted.push([username, owner]),
    });
    const forgotten: string[] = [];
    const open = ["c1", "c2"].map((connection_id) => ({
      ...{
        user_id: sub,
        seat: "01",
        connection_id,
        connected_at: "2026-11-22T09:00:00.000Z",
        good_until: 1,
        expires_at: 1,
      },
    }));
    const told: unknown[] = [];
    const services = {
      ...{ closedAccounts: noClosedAccounts, profiles, directoryOf: directory },
      bus: {
        // Without their rows, the connections receive no changes even if this event is lost.
        publish: async (event: unknown) => void told.push({ event, forgotten: [...forgotten] }),
      },
      connections: {
        listOf: async (userId: string) => open.filter(({ user_id }) => user_id === userId),
        remove: async ({ connection_id }: { connection_id: string }) => void forgotten.push(connection_id),
      },
    };
    expect(await onConfirmed(reset, services)).toEqual(reset);
    expect(forgotten).toEqual(["c1", "c2"]);
    const ended = { type: "SessionsEnded", userId: sub, connectionIds: ["c1", "c2"] };
    expect(told).toEqual([{ event: ended, forgotten: ["c1", "c2"] }]);
    expect(signedOut).toEqual([`${event.userName} of ${event.userPoolId}`]);
    expect(noted).toEqual([[event.userName, "owner"]]);
    expect(rows.size).toBe(0);
  });

  test("succeeds after a password reset if the bus is down or no connection is open", async () => {
    const row = { user_id: sub, seat: "01", connection_id: "c1", connected_at: "2026-11-22T09:00:00.000Z" };
    const open = [{ ...row, good_until: 1, expires_at: 1 }];
    const connectionsOf = (rows: typeof open) => ({ listOf: async () => rows, remove: async () => {} });
    const directory = () => ({ signOutEverywhere: async () => {}, notePasswordOwner: async () => {} });
    const services = {
      closedAccounts: noClosedAccounts,
      profiles: profilesInMemory().profiles,
      directoryOf: directory,
      bus,
    };
    expect(await onConfirmed(reset, { ...services, connections: connectionsOf(open) })).toEqual(reset);
    expect(logLines()).toMatchObject([{ level: "ERROR", message: "not published", event: "SessionsEnded" }]);
    expect(await onConfirmed(reset, { ...services, connections: connectionsOf([]) })).toEqual(reset);
    expect(logLines()).toHaveLength(1);
  });

  test("ignores an unknown trigger source", async () => {
    const { rows, profiles } = profilesInMemory();
    const other = { ...event, triggerSource: "PostConfirmation_Unheard" };
    expect(
      await onConfirmed(other, { closedAccounts: noClosedAccounts, profiles, directoryOf, connections, bus }),
    ).toEqual(other);
    expect(rows.size).toBe(0);
  });

  test("throws if the profile cannot be stored", async () => {
    const profiles = { createIfMissing: () => Promise.reject(new Error("The table is not there")) };
    await expect(
      onConfirmed(event, { closedAccounts: noClosedAccounts, profiles, directoryOf, connections, bus }),
    ).rejects.toThrow("not there");
  });

  test("throws if a setting is missing, and logs no personal data", async () => {
    vi.stubEnv("PROFILES_TABLE", "");
    await expect(handler(event, context)).rejects.toThrow("PROFILES_TABLE");
    expect(logLines()).toMatchObject([{ level: "ERROR", message: "failed", eventHandler: "post-confirmation" }]);
    expect(logText()).not.toMatch(/asha/i);
  });

  test("throws for an event without an email", async () => {
    const nameless = { ...event, request: { userAttributes: { sub } } };
    await expect(handler(nameless, context)).rejects.toThrow("email");
  });
});
