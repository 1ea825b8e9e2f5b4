import { randomUUID } from "node:crypto";
import {
  AdminUpdateUserAttributesCommand,
  CognitoIdentityProviderClient,
  ConfirmForgotPasswordCommand,
  ConfirmSignUpCommand,
  ForgotPasswordCommand,
  GetTokensFromRefreshTokenCommand,
  SignUpCommand,
} from "@aws-sdk/client-cognito-identity-provider";
import * as z from "zod/mini";
import { ownershipAttribute } from "../../domain/accounts/password.ts";
import { beginSrp, proveSrp, type SrpPool } from "../../fakes/cognito/test/srp-client.ts";

const Config = z.object({
  region: z.string(),
  userPoolId: z.string(),
  userPoolClientId: z.string(),
  userPoolEndpoint: z.url(),
  hostedUiUrl: z.url(),
  apiUrl: z.url(),
});
const Mails = z.array(z.object({ to: z.string(), subject: z.string(), text: z.string(), html: z.string() }));
const Tokens = z.object({ AccessToken: z.string(), IdToken: z.string(), RefreshToken: z.string() });
export type Tokens = z.infer<typeof Tokens>;

export type Learner = { userId: string; name: string; email: string; password: string; tokens: Tokens };

export async function fetchConfig(webUrl: string): Promise<z.infer<typeof Config>> {
  return Config.parse(await (await fetch(`${webUrl}/config.json`)).json());
}

export async function createPoolClient(webUrl: string): Promise<SrpPool> {
  const { region, userPoolId, userPoolClientId, userPoolEndpoint } = await fetchConfig(webUrl);
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  const client = new CognitoIdentityProviderClient({ region, endpoint: userPoolEndpoint, credentials, maxAttempts: 1 });
  return { client, userPoolId, clientId: userPoolClientId };
}

/** Newest first. */
export async function fetchMails(webUrl: string, email: string): Promise<z.infer<typeof Mails>> {
  return Mails.parse(await (await fetch(`${webUrl}/local/inbox.json?to=${encodeURIComponent(email)}`)).json());
}

export async function fetchCode(webUrl: string, email: string): Promise<string> {
  const [newest] = await fetchMails(webUrl, email);
  const code = /\b\d{6}\b/.exec(newest?.text ?? "")?.[0];
  if (!code) throw new Error(`No code was sent to ${email}`);
  return code;
}

async function withPool<Result>(webUrl: string, work: (pool: SrpPool) => Promise<Result>): Promise<Result> {
  const pool = await createPoolClient(webUrl);
  try {
    return await work(pool);
  } finally {
    pool.client.destroy();
  }
}

type Login = Pick<Learner, "email" | "password">;

async function signInTo(pool: SrpPool, { email, password }: Login): Promise<Tokens> {
  const { AuthenticationResult } = await pool.client.send(proveSrp(pool, await beginSrp(pool, email), password));
  return Tokens.parse(AuthenticationResult);
}

export const signIn = (webUrl: string, login: Login): Promise<Tokens> =>
  withPool(webUrl, (pool) => signInTo(pool, login));

export async function renewTokens(webUrl: string, RefreshToken: string): Promise<Tokens> {
  return withPool(webUrl, async ({ client, clientId: ClientId }) => {
    const { AuthenticationResult } = await client.send(
      new GetTokensFromRefreshTokenCommand({ ClientId, RefreshToken }),
    );
    return Tokens.parse(AuthenticationResult);
  });
}

export async function setForgottenPassword(webUrl: string, email: string, newPassword: string): Promise<void> {
  await withPool(webUrl, async ({ client, clientId: ClientId }) => {
    await client.send(new ForgotPasswordCommand({ ClientId, Username: email }));
    const ConfirmationCode = await fetchCode(webUrl, email);
    const confirmation = { ClientId, Username: email, ConfirmationCode, Password: newPassword };
    await client.send(new ConfirmForgotPasswordCommand(confirmation));
  });
}

export const password = "correct horse";

export type NewLearner = {
  /** "" for none. */
  name?: string;
  email?: string;
};

async function signUpTo({ client, clientId }: SrpPool, { name = "Asha Rai", email = createEmail() }: NewLearner) {
  const { UserSub } = await client.send(
    new SignUpCommand({
      ClientId: clientId,
      Username: email,
      Password: password,
      UserAttributes: name ? [{ Name: "name", Value: name }] : [],
    }),
  );
  return { userId: z.string().parse(UserSub), name, email, password };
}

/** Signs up without confirming the email. */
export const signUp = (webUrl: string, learner: NewLearner = {}) => withPool(webUrl, (pool) => signUpTo(pool, learner));

export async function chooseFreePlanFor(webUrl: string, accessToken: string): Promise<void> {
  const { apiUrl } = await fetchConfig(webUrl);
  const headers = { authorization: `Bearer ${accessToken}` };
  const response = await fetch(`${apiUrl}/subscription/free`, { method: "POST", headers });
  if (!response.ok) throw new Error(`The free plan was refused: ${await response.text()}`);
}

export function createEmail(): string {
  return `asha-${randomUUID()}@example.com`;
}

/**
 * Records that the password belongs to the owner of the email, as the handler `confirm-email` does. This function does
 * not call the handler, because the handler's calls are limited.
 */
export async function confirmPasswordOwner(
  { client, userPoolId: UserPoolId }: SrpPool,
  Username: string,
): Promise<void> {
  const UserAttributes = [{ Name: ownershipAttribute, Value: "owner" }];
  await client.send(new AdminUpdateUserAttributesCommand({ UserPoolId, Username, UserAttributes }));
}

export async function createLearner(webUrl: string, learner: NewLearner = {}): Promise<Learner> {
  return withPool(webUrl, async (pool) => {
    const signedUp = await signUpTo(pool, learner);
    const ConfirmationCode = await fetchCode(webUrl, signedUp.email);
    const confirmation = { ClientId: pool.clientId, Username: signedUp.email, ConfirmationCode };
    await pool.client.send(new ConfirmSignUpCommand(confirmation));
    await confirmPasswordOwner(pool, signedUp.email);
    return { ...signedUp, tokens: await signInTo(pool, signedUp) };
  });
}
