import {
  AdminConfirmSignUpCommand,
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminSetUserPasswordCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  ForgotPasswordCommand,
  ListUsersCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { decodeJwt } from "jose";
import { describe, expect, test, vi } from "vitest";
import { signIn } from "./sign-in.ts";
import {
  adminAttribute,
  ClientId,
  email,
  getUser,
  incorrectCredentials,
  refusalOf,
  signUp,
  signUpAndConfirm,
  startPool,
  type TestPool,
  userPoolId,
} from "./test-pool.ts";

const UserPoolId = userPoolId;
const userNotFound = { name: "UserNotFoundException", message: "User does not exist." };

const list = ({ client }: TestPool, input: Partial<ListUsersCommand["input"]>) =>
  client.send(new ListUsersCommand({ UserPoolId, ...input }));

describe("AdminGetUser", () => {
  test("finds a user by email, with or without capital letters, and by username", async () => {
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

describe("AdminCreateUser", () => {
  const input = { UserPoolId, Username: email, MessageAction: "SUPPRESS" } as const;
  const attribute = { Name: adminAttribute, Value: "ben" };

  test("creates a user who can log in after a password is set, and sends no mail", async () => {
    const pool = await startPool();
    const UserAttributes = [{ Name: "email", Value: email }, attribute];
    const { User } = await pool.client.send(new AdminCreateUserCommand({ ...input, UserAttributes }));
    expect(User).toMatchObject({ UserStatus: "FORCE_CHANGE_PASSWORD", Enabled: true });
    expect(User?.Attributes).toEqual(expect.arrayContaining(UserAttributes));
    expect(pool.mails).toEqual([]);
    expect(await refusalOf(signIn(pool))).toEqual(incorrectCredentials);
    const Password = "another horse";
    await pool.client.send(new AdminSetUserPasswordCommand({ UserPoolId, Username: email, Password, Permanent: true }));
    const user = await pool.client.send(new AdminGetUserCommand({ UserPoolId, Username: email }));
    expect(user.UserStatus).toBe("CONFIRMED");
    await expect(signIn(pool, Password)).resolves.toHaveProperty("AccessToken");
  });

  // Source: https://repost.aws/knowledge-center/cognito-forgot-password (read on 2026-11-25)
  test("creates a user without a verified email, who receives no code to reset the password", async () => {
    const pool = await startPool();
    await pool.client.send(new AdminCreateUserCommand(input));
    await pool.client.send(new AdminSetUserPasswordCommand({ ...input, Password: "another horse", Permanent: true }));
    await pool.client.send(new ForgotPasswordCommand({ ClientId, Username: email }));
    expect(pool.mails).toEqual([]);
  });

  // https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-post-confirmation.html
  test("runs the pre sign-up trigger, and does not run the post confirmation trigger", async () => {
    const sources: string[] = [];
    const record = async (event: { triggerSource: string }) => {
      sources.push(event.triggerSource);
      return event;
    };
    const pool = await startPool({ triggers: { preSignUp: record, postConfirmation: record } });
    await pool.client.send(new AdminCreateUserCommand(input));
    await pool.client.send(new AdminSetUserPasswordCommand({ ...input, Password: "another horse", Permanent: true }));
    expect(sources).toEqual(["PreSignUp_AdminCreateUser"]);
  });

  test("refuses a second user with the same email", async () => {
    const pool = await startPool();
    await signUp(pool);
    const refused = await refusalOf(pool.client.send(new AdminCreateUserCommand(input)));
    expect(refused.name).toBe("UsernameExistsException");
  });

  test("refuses to send an invitation, which the fake does not support", async () => {
    const pool = await startPool();
    vi.spyOn(console, "error").mockImplementation(() => {});
    const refused = await refusalOf(pool.client.send(new AdminCreateUserCommand({ UserPoolId, Username: email })));
    expect(refused.name).toBe("UnsupportedOperationException");
    vi.restoreAllMocks();
  });
});

describe("AdminConfirmSignUp", () => {
  const confirm = ({ client }: TestPool) => client.send(new AdminConfirmSignUpCommand({ UserPoolId, Username: email }));

  test("confirms a user without a code, and does not verify the email", async () => {
    const pool = await startPool();
    await signUp(pool);
    await confirm(pool);
    const find = () => pool.client.send(new AdminGetUserCommand({ UserPoolId, Username: email }));
    const verified = (value: string) => expect.arrayContaining([{ Name: "email_verified", Value: value }]);
    expect(await find()).toMatchObject({ UserStatus: "CONFIRMED", UserAttributes: verified("false") });
    const UserAttributes = [{ Name: "email_verified", Value: "true" }];
    await pool.client.send(new AdminUpdateUserAttributesCommand({ UserPoolId, Username: email, UserAttributes }));
    expect(await find()).toMatchObject({ UserAttributes: verified("true") });
    await expect(signIn(pool)).resolves.toHaveProperty("AccessToken");
  });

  test("refuses a confirmed user and an unknown user", async () => {
    const pool = await startPool();
    await expect(confirm(pool)).rejects.toMatchObject(userNotFound);
    await signUpAndConfirm(pool);
    await expect(confirm(pool)).rejects.toMatchObject({ name: "NotAuthorizedException" });
  });
});

describe("AdminSetUserPassword", () => {
  test("sets a permanent password, and does not end existing sessions", async () => {
    const pool = await startPool();
    await signUpAndConfirm(pool);
    const before = await signIn(pool);
    const Password = "another horse";
    await pool.client.send(new AdminSetUserPasswordCommand({ UserPoolId, Username: email, Password, Permanent: true }));
    await expect(signIn(pool)).rejects.toMatchObject({ name: "NotAuthorizedException" });
    await expect(signIn(pool, Password)).resolves.toHaveProperty("AccessToken");
    await expect(getUser(pool, before.AccessToken)).resolves.toHaveProperty("Username");
  });

  test("confirms an unconfirmed user without verifying the email", async () => {
    const pool = await startPool();
    await signUp(pool);
    const input = { UserPoolId, Username: email, Password: "another horse", Permanent: true };
    await pool.client.send(new AdminSetUserPasswordCommand(input));
    const user = await pool.client.send(new AdminGetUserCommand({ UserPoolId, Username: email }));
    expect(user.UserStatus).toBe("CONFIRMED");
    expect(user.UserAttributes).toContainEqual({ Name: "email_verified", Value: "false" });
  });

  test("refuses weak passwords, and temporary passwords, which the fake does not support", async () => {
    const pool = await startPool();
    await signUpAndConfirm(pool);
    const weak = { UserPoolId, Username: email, Password: "12345", Permanent: true };
    const refused = await refusalOf(pool.client.send(new AdminSetUserPasswordCommand(weak)));
    expect(refused.name).toBe("InvalidPasswordException");
    vi.spyOn(console, "error").mockImplementation(() => {});
    const temporary = { UserPoolId, Username: email, Password: "another horse" };
    const unknown = await refusalOf(pool.client.send(new AdminSetUserPasswordCommand(temporary)));
    expect(unknown.name).toBe("UnsupportedOperationException");
    vi.restoreAllMocks();
  });
});

describe("AdminUpdateUserAttributes", () => {
  test("changes the name, and refuses to change the email", async () => {
    const pool = await startPool();
    await signUpAndConfirm(pool);
    const change = (Name: string, Value: string) =>
      pool.client.send(
        new AdminUpdateUserAttributesCommand({ UserPoolId, Username: email, UserAttributes: [{ Name, Value }] }),
      );
    await change("name", "Ana Lima");
    const user = await pool.client.send(new AdminGetUserCommand({ UserPoolId, Username: email }));
    expect(user.UserAttributes).toContainEqual({ Name: "name", Value: "Ana Lima" });
    vi.spyOn(console, "error").mockImplementation(() => {});
    expect((await refusalOf(change("email", "other@example.com"))).name).toBe("UnsupportedOperationException");
    vi.restoreAllMocks();
  });
});

test("an attribute reserved for administrators is hidden from the user and from the id token", async () => {
  const pool = await startPool();
  const sub = await signUpAndConfirm(pool);
  const attribute = { Name: adminAttribute, Value: "ben" };
  const user = { UserPoolId, Username: sub };
  await pool.client.send(new AdminUpdateUserAttributesCommand({ ...user, UserAttributes: [attribute] }));
  const seen = await pool.client.send(new AdminGetUserCommand(user));
  expect(seen.UserAttributes).toContainEqual(attribute);
  const { AccessToken, IdToken } = await signIn(pool);
  expect((await getUser(pool, AccessToken)).UserAttributes).not.toContainEqual(attribute);
  expect(decodeJwt(IdToken)).not.toHaveProperty([adminAttribute]);
});

describe("admin calls", () => {
  test("are refused for an unknown user", async () => {
    const { client } = await startPool();
    const input = { UserPoolId, Username: "nobody@example.com" };
    expect(await refusalOf(client.send(new AdminGetUserCommand(input)))).toEqual(userNotFound);
    expect(await refusalOf(client.send(new AdminDeleteUserCommand(input)))).toEqual(userNotFound);
    expect(await refusalOf(client.send(new AdminUserGlobalSignOutCommand(input)))).toEqual(userNotFound);
  });

  test("are refused for another pool", async () => {
    const { client } = await startPool();
    const call = client.send(new AdminGetUserCommand({ UserPoolId: "us-east-1_Other", Username: email }));
    expect(await refusalOf(call)).toEqual({
      name: "ResourceNotFoundException",
      message: "User pool us-east-1_Other does not exist.",
    });
  });

  test("can delete a user, whose email is then free for a new user", async () => {
    const pool = await startPool();
    const sub = await signUpAndConfirm(pool);
    await pool.client.send(new AdminDeleteUserCommand({ UserPoolId, Username: sub }));
    expect((await list(pool, {})).Users).toEqual([]);
    expect(await signUp(pool)).not.toBe(sub);
  });
});

describe("ListUsers", () => {
  test("filters by email, sub and username", async () => {
    const pool = await startPool();
    const sub = await signUpAndConfirm(pool);
    await signUp(pool, "ben@example.com");
    for (const Filter of [`email = "${email}"`, 'email="ANA@example.com"', `sub = "${sub}"`, `username = "${sub}"`]) {
      const { Users = [] } = await list(pool, { Filter });
      expect(Users.map(({ Username, UserStatus }) => [Username, UserStatus])).toEqual([[sub, "CONFIRMED"]]);
    }
    expect((await list(pool, { Filter: 'email = "nobody@example.com"' })).Users).toEqual([]);
  });

  test("treats quoted text as a value", async () => {
    const pool = await startPool();
    await signUp(pool);
    const Filter = `email = "x' OR '1' = '1"`;
    expect((await list(pool, { Filter })).Users).toEqual([]);
  });

  test("returns users in pages, with only the requested attributes", async () => {
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

  test("refuses malformed filters, and filters that the fake does not support", async () => {
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
