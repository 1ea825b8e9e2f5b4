import { generateKeyPairSync } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import {
  type AuthenticationResultType,
  CognitoIdentityProviderClient,
  ConfirmSignUpCommand,
  GetTokensFromRefreshTokenCommand,
  GetUserCommand,
  SignUpCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import { onTestFinished } from "vitest";
import { openState } from "../../foundation/state.ts";
import { type CognitoOptions, startCognito } from "../cognito.ts";
import { getOrCreateSecret } from "../pool/tokens.ts";

export const userPoolId = "us-east-1_Example01";
export const ClientId = "exampleweb";
export const adminAttribute = "custom:vetted_by";
export const email = "ana@example.com";
export const password = "secret1";

export const seconds = 1000;
export const minutes = 60 * seconds;
export const hours = 60 * minutes;

type Mail = Parameters<CognitoOptions["sendMail"]>[0];

let signingKey: string | undefined;

// All pools of a test file share one key, because the creation of a key is slow.
function makeSigningKey(): string {
  signingKey ??= generateKeyPairSync("rsa", { modulusLength: 2048 })
    .privateKey.export({ type: "pkcs8", format: "pem" })
    .toString();
  return signingKey;
}

/** The pool's clock moves only when the test calls `advance`. */
export async function startPool(
  given: Partial<Pick<CognitoOptions, "state" | "triggers" | "sendMail" | "port" | "signInReturnUrls">> = {},
) {
  const state: DatabaseSync = given.state ?? openState(":memory:");
  getOrCreateSecret(state, "signing-key", makeSigningKey);
  const mails: Mail[] = [];
  let now = Date.now();
  const cognito = await startCognito({
    port: 0,
    triggers: {},
    sendMail: (mail) => {
      mails.push(mail);
    },
    ...given,
    state,
    userPoolId,
    adminAttributes: [adminAttribute],
    clientId: ClientId,
    region: "us-east-1",
    now: () => new Date(now),
  });
  onTestFinished(cognito.close);
  const client = new CognitoIdentityProviderClient({
    region: "us-east-1",
    endpoint: cognito.url,
    credentials: { accessKeyId: "local", secretAccessKey: "local" },
    maxAttempts: 1,
  });
  onTestFinished(() => client.destroy());
  return {
    ...cognito,
    client,
    state,
    mails,
    advance: (ms: number) => {
      now += ms;
    },
    lastCode: () => codeIn(mails.at(-1)),
  };
}

export type TestPool = Awaited<ReturnType<typeof startPool>>;

export function codeIn(mail: Mail | undefined): string {
  const [code] = /\b\d{6}\b/.exec(mail?.text ?? "") ?? [];
  if (!code) throw new Error("There is no code in the mail");
  return code;
}

export const differentCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

export async function signUp({ client }: TestPool, Username = email): Promise<string> {
  const { UserSub } = await client.send(
    new SignUpCommand({ ClientId, Username, Password: password, UserAttributes: [{ Name: "name", Value: "Ana" }] }),
  );
  if (!UserSub) throw new Error("SignUp gave no UserSub");
  return UserSub;
}

export async function signUpAndConfirm(pool: TestPool, Username = email): Promise<string> {
  const sub = await signUp(pool, Username);
  await pool.client.send(new ConfirmSignUpCommand({ ClientId, Username, ConfirmationCode: pool.lastCode() }));
  return sub;
}

export const getUser = ({ client }: TestPool, AccessToken: string) => client.send(new GetUserCommand({ AccessToken }));

export async function refresh({ client }: TestPool, RefreshToken: string) {
  const { AuthenticationResult } = await client.send(new GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken }));
  return tokensOf(AuthenticationResult);
}

export function tokensOf(result: AuthenticationResultType | undefined) {
  const { AccessToken, IdToken, RefreshToken } = result ?? {};
  if (!AccessToken || !IdToken || !RefreshToken) throw new Error("Tokens are missing");
  return { AccessToken, IdToken, RefreshToken };
}

export async function refusalOf(call: Promise<unknown>): Promise<{ name: string; message: string }> {
  try {
    await call;
  } catch (error) {
    if (error instanceof Error) return { name: error.name, message: error.message };
    throw error;
  }
  throw new Error("The call was not refused");
}

export const notAuthorized = (message: string) => ({ name: "NotAuthorizedException", message });
export const invalidParameter = (message: string) => ({ name: "InvalidParameterException", message });
export const incorrectCredentials = notAuthorized("Incorrect username or password.");
export const wrongCode = {
  name: "CodeMismatchException",
  message: "Invalid verification code provided, please try again.",
};
export const expiredCode = {
  name: "ExpiredCodeException",
  message: "Invalid code provided, please request a code again.",
};
export const limitExceeded = {
  name: "LimitExceededException",
  message: "Attempt limit exceeded, please try after some time.",
};
