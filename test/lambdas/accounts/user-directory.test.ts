import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { ownershipAttribute } from "../../../domain/accounts/password.ts";
import { startCognito } from "../../../fakes/cognito/cognito.ts";
import { openSessions, type Sessions } from "../../../fakes/cognito/pool/sessions.ts";
import { openUsers, type Users } from "../../../fakes/cognito/pool/users.ts";
import { openState } from "../../../fakes/foundation/state.ts";
import { createUserDirectory } from "../../../lambdas/accounts/user-directory.ts";

const userPoolId = "ap-southeast-2_Parlance1";
const ids = { userPoolId, clientId: "web", region: "ap-southeast-2" };
const adminAttributes = [ownershipAttribute];
let users: Users;
let sessions: Sessions;
beforeEach(async () => {
  const state = openState(":memory:");
  const cognito = await startCognito({ ...ids, adminAttributes, port: 0, state, triggers: {}, sendMail: () => {} });
  onTestFinished(cognito.close);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const environment = {
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: cognito.url,
    AWS_REGION: ids.region,
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  users = openUsers(state, () => new Date());
  sessions = openSessions(state, () => new Date());
});

function addUser(status: "UNCONFIRMED" | "CONFIRMED" | "EXTERNAL_PROVIDER", attributes: Record<string, string>) {
  const username = status === "EXTERNAL_PROVIDER" ? "google_1" : "user-1";
  const { email = "" } = attributes;
  users.add({
    username,
    status,
    signInEmail: status === "EXTERNAL_PROVIDER" ? null : email,
    attributes: { sub: "sub-1", ...attributes },
    password: null,
  });
  return username;
}

const accountsOf = (email: string) => createUserDirectory(userPoolId).accountsOf(email);

describe("accountsOf", () => {
  test.each([
    ["CONFIRMED", { username: "user-1", provider: "email", confirmed: true }],
    ["UNCONFIRMED", { username: "user-1", provider: "email", confirmed: false }],
    ["EXTERNAL_PROVIDER", { username: "google_1", provider: "google", confirmed: true }],
  ] as const)("returns for a user with the status %s the account %j", async (status, account) => {
    addUser(status, { email: "asha@example.com" });
    expect(await accountsOf("asha@example.com")).toEqual([account]);
  });

  test("returns nothing for an unknown email", async () => {
    addUser("CONFIRMED", { email: "asha@example.com" });
    for (const email of ["usha@example.com", "asha@example.co", "a", ""]) expect(await accountsOf(email)).toEqual([]);
  });

  test.each(['asha"@example.com', '" or "1"="1', "asha\\@example.com", '\\" ^= "', "*"])(
    "treats the email %s as literal text",
    async (email) => {
      addUser("CONFIRMED", { email: "asha@example.com" });
      expect(await accountsOf(email)).toEqual([]);
      users.setAttributes("user-1", { email });
      expect(await accountsOf(email)).toHaveLength(1);
    },
  );

  test("finds two accounts whose emails differ only in letter case", async () => {
    addUser("CONFIRMED", { email: "Asha@Example.com" });
    addUser("EXTERNAL_PROVIDER", { email: "asha@example.com" });
    expect((await accountsOf("asha@EXAMPLE.com")).map(({ provider }) => provider)).toEqual(["email", "google"]);
    expect(await accountsOf("usha@example.com")).toEqual([]);
  });

  test("returns nothing if the filter for the email is too long for Cognito", async () => {
    const email = `${"a".repeat(308)}@example.com`;
    expect(email).toHaveLength(320);
    expect(await accountsOf(email)).toEqual([]);
    expect(await accountsOf(`${'"'.repeat(130)}@example.com`)).toEqual([]);
  });
});

describe("accountsOf, limited by the maximum length of Cognito's filter,", () => {
  test.each([
    [246, 1],
    [247, 0],
  ])("returns for an email of %i characters this number of accounts: %i", async (length, found) => {
    const email = "@example.com".padStart(length, "a");
    addUser("CONFIRMED", { email });
    expect(await accountsOf(email)).toHaveLength(found);
  });
});

describe("a user of the directory", () => {
  const directory = () => createUserDirectory(userPoolId);
  const named = (username: string, userId = "sub-1") => ({ username, userId });

  test("is found by its username and returned with its attributes", async () => {
    const attributes = { email: "asha@example.com", name: "Asha Rai", email_verified: "true" };
    const username = addUser("EXTERNAL_PROVIDER", attributes);
    expect(await directory().get(named(username))).toEqual({
      email: "asha@example.com",
      emailVerified: true,
      fullName: "Asha Rai",
      provider: "google",
      createdAt: expect.any(Date),
      changedAt: expect.any(Date),
    });
  });

  test("may have no name and no verified email", async () => {
    const username = addUser("CONFIRMED", { email: "asha@example.com" });
    expect(await directory().get(named(username))).toMatchObject({ fullName: "", emailVerified: false });
  });

  test("loses its session after signOutEverywhere", async () => {
    const username = addUser("EXTERNAL_PROVIDER", { email: "asha@example.com" });
    const { refreshToken } = sessions.start(username);
    await directory().signOutEverywhere(username);
    expect(() => sessions.rotate(refreshToken)).toThrow("revoked");
    await expect(directory().signOutEverywhere("nobody")).rejects.toMatchObject({
      name: "UserNotFoundException",
    });
  });

  test("is returned as null if the username is unknown or belongs to another user id", async () => {
    expect(await directory().get(named("nobody"))).toBeNull();
    const username = addUser("EXTERNAL_PROVIDER", { email: "asha@example.com" });
    expect(await directory().get(named(username, "sub-of-before"))).toBeNull();
  });

  test("is removed by the first call of remove, and a second call succeeds", async () => {
    const username = addUser("EXTERNAL_PROVIDER", { email: "asha@example.com" });
    await directory().remove(named(username));
    expect(users.byUsername(username)).toBeNull();
    await directory().remove(named(username));
  });

  test("is not removed if the call has the user id of an earlier user", async () => {
    const username = addUser("EXTERNAL_PROVIDER", { email: "asha@example.com" });
    await directory().remove(named(username, "sub-of-before"));
    expect(users.byUsername(username)).not.toBeNull();
  });

  test("has a new password, name and password owner after assignOwner", async () => {
    const username = addUser("CONFIRMED", { email: "asha@example.com", name: "A Stranger" });
    const before = { salt: "1".repeat(32), verifier: "2" };
    users.setPassword(username, before);
    expect(await directory().passwordOwner("asha@example.com")).toBe("");
    await directory().notePasswordOwner(username, "owed:salt:key");
    expect(await directory().passwordOwner("ASHA@example.com")).toBe("owed:salt:key");
    await directory().assignOwner("ASHA@example.com", { password: "another horse", fullName: "Asha Rai" });
    expect(users.byUsername(username)?.password).not.toEqual(before);
    expect(users.byUsername(username)?.attributes).toMatchObject({ name: "Asha Rai" });
    expect(await directory().passwordOwner("asha@example.com")).toBe("owner");
    await directory().assignOwner("asha@example.com", { password: "another horse", fullName: undefined });
    expect(users.byUsername(username)?.attributes).toMatchObject({ name: "Asha Rai" });
  });

  test("is removed by removeUnconfirmed while it is unconfirmed", async () => {
    const unconfirmed = addUser("UNCONFIRMED", { email: "asha@example.com" });
    await directory().removeUnconfirmed(unconfirmed);
    expect(users.byUsername(unconfirmed)).toBeNull();
    await directory().removeUnconfirmed(unconfirmed);
    for (const status of ["CONFIRMED", "EXTERNAL_PROVIDER"] as const) {
      const username = addUser(status, { email: "asha@example.com" });
      await directory().removeUnconfirmed(username);
      expect(users.byUsername(username)).not.toBeNull();
    }
  });

  test("cannot be read or removed if the user pool does not exist", async () => {
    const username = addUser("CONFIRMED", { email: "asha@example.com" });
    const elsewhere = createUserDirectory("ap-southeast-2_Other");
    await expect(elsewhere.get(named(username))).rejects.toMatchObject({ name: "ResourceNotFoundException" });
    await expect(elsewhere.remove(named(username))).rejects.toMatchObject({ name: "ResourceNotFoundException" });
  });
});
