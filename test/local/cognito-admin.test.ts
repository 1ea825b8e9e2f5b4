import {
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminUserGlobalSignOutCommand,
  DeleteUserCommand,
  ListUsersCommand,
  UpdateUserAttributesCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { describe, expect, test, vi } from "vitest";
import {
  email,
  getUser,
  refusalOf,
  signUp,
  signUpAndConfirm,
  startPool,
  type TestPool,
  userPoolId,
} from "./cognito-pool.ts";
import { signIn } from "./cognito-srp-client.ts";

const UserPoolId = userPoolId;
const userNotFound = { name: "UserNotFoundException", message: "User does not exist." };

const list = ({ client }: TestPool, input: Partial<ListUsersCommand["input"]>) =>
  client.send(new ListUsersCommand({ UserPoolId, ...input }));

describe("AdminGetUser", () => {
  test("finds a user by e-mail in any letter case and by username", async () => {
    const pool = await startPool();
    const sub = await signUpAndConfirm(pool);
    for (const Username of [email, "ANA@example.com", sub]) {
      const user = await pool.client.send(new AdminGetUserCommand({ UserPoolId, Username }));
      expect(user).toMatchObject({ Username: sub, UserStatus: "CONFIRMED", Enabled: true });
      expect(user.UserCreateDate).toBeInstanceOf(Date);
      expect(user.UserAttributes).toEqual([
        { Name: "sub", Value: sub },
        { Name: "email_verified", Value: "true" },
        { Name: "name", Value: "Ana" },
        { Name: "email", Value: email },
      ]);
    }
  });
});

describe("admin calls", () => {
  test("refuse a stranger", async () => {
    const { client } = await startPool();
    const input = { UserPoolId, Username: "nobody@example.com" };
    expect(await refusalOf(client.send(new AdminGetUserCommand(input)))).toEqual(userNotFound);
    expect(await refusalOf(client.send(new AdminDeleteUserCommand(input)))).toEqual(userNotFound);
    expect(await refusalOf(client.send(new AdminUserGlobalSignOutCommand(input)))).toEqual(userNotFound);
  });

  test("refuse another pool", async () => {
    const { client } = await startPool();
    const call = client.send(new AdminGetUserCommand({ UserPoolId: "us-east-1_Other", Username: email }));
    expect(await refusalOf(call)).toEqual({
      name: "ResourceNotFoundException",
      message: "User pool us-east-1_Other does not exist.",
    });
  });

  test("AdminDeleteUser frees the address for somebody new", async () => {
    const pool = await startPool();
    const sub = await signUpAndConfirm(pool);
    await pool.client.send(new AdminDeleteUserCommand({ UserPoolId, Username: sub }));
    expect((await list(pool, {})).Users).toEqual([]);
    expect(await signUp(pool)).not.toBe(sub);
  });
});

describe("ListUsers", () => {
  test("filters by e-mail, sub and username", async () => {
    const pool = await startPool();
    const sub = await signUpAndConfirm(pool);
    await signUp(pool, "ben@example.com");
    for (const Filter of [`email = "${email}"`, 'email="ANA@example.com"', `sub = "${sub}"`, `username = "${sub}"`]) {
      const { Users = [] } = await list(pool, { Filter });
      expect(Users.map(({ Username, UserStatus }) => [Username, UserStatus])).toEqual([[sub, "CONFIRMED"]]);
    }
    expect((await list(pool, { Filter: 'email = "nobody@example.com"' })).Users).toEqual([]);
  });

  test("takes what is quoted for a value, never for a query", async () => {
    const pool = await startPool();
    await signUp(pool);
    const Filter = `email = "x' OR '1' = '1"`;
    expect((await list(pool, { Filter })).Users).toEqual([]);
  });

  test("lists page by page, with the attributes that were asked for", async () => {
    const pool = await startPool();
    const names = ["ana", "ben", "cyd"].map((name) => `${name}@example.com`);
    for (const name of names) await signUp(pool, name);
    const first = await list(pool, { Limit: 2, AttributesToGet: ["email"] });
    const second = await list(pool, { Limit: 2, PaginationToken: first.PaginationToken });
    expect(first.Users?.map(({ Attributes }) => Attributes)).toEqual([
      [{ Name: "email", Value: names[0] }],
      [{ Name: "email", Value: names[1] }],
    ]);
    expect(second.Users?.[0]?.Attributes).toContainEqual({ Name: "email", Value: names[2] });
    expect(second.Users).toHaveLength(1);
    expect(second.PaginationToken).toBeUndefined();
  });

  test("refuses a filter that it cannot read, and says aloud which one it does not model", async () => {
    const pool = await startPool();
    const errors = vi.spyOn(console, "error").mockReturnValue();
    expect((await refusalOf(list(pool, { Filter: "email is ana" }))).name).toBe("InvalidParameterException");
    expect(await refusalOf(list(pool, { Filter: 'name ^= "A"' }))).toEqual({
      name: "UnsupportedOperationException",
      message: "The local Cognito does not model the filter name ^=.",
    });
    expect(errors).toHaveBeenCalledOnce();
    errors.mockRestore();
  });
});

describe("a signed-in user", () => {
  test("changes the name, but neither what is verified nor the e-mail", async () => {
    const pool = await startPool();
    await signUpAndConfirm(pool);
    const { AccessToken } = await signIn(pool);
    const update = (Name: string, Value: string) =>
      pool.client.send(new UpdateUserAttributesCommand({ AccessToken, UserAttributes: [{ Name, Value }] }));
    await update("name", "Ana Lima");
    expect((await refusalOf(update("email_verified", "true"))).name).toBe("NotAuthorizedException");
    const errors = vi.spyOn(console, "error").mockReturnValue();
    expect((await refusalOf(update("email", "new@example.com"))).name).toBe("UnsupportedOperationException");
    errors.mockRestore();
    const { UserAttributes } = await getUser(pool, AccessToken);
    expect(UserAttributes).toContainEqual({ Name: "name", Value: "Ana Lima" });
    expect(UserAttributes).toContainEqual({ Name: "email", Value: email });
  });

  test("deletes the account", async () => {
    const pool = await startPool();
    await signUpAndConfirm(pool);
    const { AccessToken } = await signIn(pool);
    await pool.client.send(new DeleteUserCommand({ AccessToken }));
    expect(await refusalOf(getUser(pool, AccessToken))).toEqual(userNotFound);
  });
});
