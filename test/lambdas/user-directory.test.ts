import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { userDirectoryIn } from "../../lambdas/user-directory.ts";
import { startCognito } from "../../local/cognito/cognito.ts";
import { openSessions, type Sessions } from "../../local/cognito/sessions.ts";
import { openUsers, type Users } from "../../local/cognito/users.ts";
import { openState } from "../../local/state.ts";

const userPoolId = "ap-southeast-2_Parlance1";
const ids = { userPoolId, clientId: "web", region: "ap-southeast-2" };
let users: Users;
let sessions: Sessions;
beforeEach(async () => {
  const state = openState(":memory:");
  const cognito = await startCognito({ ...ids, port: 0, state, triggers: {}, sendMail: () => {} });
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

describe("the provider of an e-mail", () => {
  test.each([
    ["CONFIRMED", "email"],
    ["UNCONFIRMED", "email"],
    ["EXTERNAL_PROVIDER", "google"],
  ] as const)("whose user is %s is %s", async (status, provider) => {
    addUser(status, { email: "asha@example.com" });
    expect(await userDirectoryIn(userPoolId).providerOf("asha@example.com")).toBe(provider);
  });

  test("that nobody has is null", async () => {
    addUser("CONFIRMED", { email: "asha@example.com" });
    for (const email of ["usha@example.com", "asha@example.co", "a", ""]) {
      expect(await userDirectoryIn(userPoolId).providerOf(email)).toBeNull();
    }
  });

  test.each(['asha"@example.com', '" or "1"="1', "asha\\@example.com", '\\" ^= "', "*"])(
    "is asked for %s as a text, whatever signs it has",
    async (email) => {
      addUser("CONFIRMED", { email: "asha@example.com" });
      expect(await userDirectoryIn(userPoolId).providerOf(email)).toBeNull();
      users.setAttributes("user-1", { email });
      expect(await userDirectoryIn(userPoolId).providerOf(email)).toBe("email");
    },
  );
});

describe("the providers of an e-mail", () => {
  test("are those of all its accounts, in any letter case", async () => {
    addUser("CONFIRMED", { email: "Asha@Example.com" });
    addUser("EXTERNAL_PROVIDER", { email: "asha@example.com" });
    expect(await userDirectoryIn(userPoolId).providersOf("asha@EXAMPLE.com")).toEqual(["email", "google"]);
    expect(await userDirectoryIn(userPoolId).providersOf("usha@example.com")).toEqual([]);
  });

  test("are none where the e-mail is longer than any that Cognito searches for", async () => {
    const email = `${"a".repeat(308)}@example.com`;
    expect(email).toHaveLength(320);
    expect(await userDirectoryIn(userPoolId).providersOf(email)).toEqual([]);
    expect(await userDirectoryIn(userPoolId).providersOf(`${'"'.repeat(130)}@example.com`)).toEqual([]);
  });
});

describe("a user of the directory", () => {
  test("is found by username, with e-mail and name", async () => {
    const username = addUser("EXTERNAL_PROVIDER", { email: "asha@example.com", name: "Asha Rai" });
    expect(await userDirectoryIn(userPoolId).get(username)).toEqual({
      email: "asha@example.com",
      fullName: "Asha Rai",
    });
  });

  test("may have no name", async () => {
    const username = addUser("CONFIRMED", { email: "asha@example.com" });
    expect(await userDirectoryIn(userPoolId).get(username)).toEqual({ email: "asha@example.com", fullName: "" });
  });

  test("is signed out everywhere", async () => {
    const username = addUser("EXTERNAL_PROVIDER", { email: "asha@example.com" });
    const { refreshToken } = sessions.start(username);
    await userDirectoryIn(userPoolId).signOutEverywhere(username);
    expect(() => sessions.rotate(refreshToken)).toThrow("revoked");
    await expect(userDirectoryIn(userPoolId).signOutEverywhere("nobody")).rejects.toMatchObject({
      name: "UserNotFoundException",
    });
  });

  test("that is not there, or in a pool that is not, is a failure", async () => {
    await expect(userDirectoryIn(userPoolId).get("nobody")).rejects.toMatchObject({ name: "UserNotFoundException" });
    const username = addUser("CONFIRMED", { email: "asha@example.com" });
    await expect(userDirectoryIn("ap-southeast-2_Other").get(username)).rejects.toMatchObject({
      name: "ResourceNotFoundException",
    });
  });
});
