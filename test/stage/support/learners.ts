import { randomUUID } from "node:crypto";
import {
  AdminConfirmSignUpCommand,
  AdminDeleteUserCommand,
  AdminUpdateUserAttributesCommand,
  CognitoIdentityProviderClient,
  SignUpCommand,
  UserNotFoundException,
} from "@aws-sdk/client-cognito-identity-provider";
import { inject, onTestFinished } from "vitest";
import * as z from "zod/mini";
import { ownershipAttribute } from "../../../domain/accounts/password.ts";
import { beginSrp, proveSrp, type SrpPool } from "../../../fakes/cognito/test/srp-client.ts";
import { apiOf } from "../../lambdas/support/call-api.ts";

export const stage = inject("stageUnderTest");
const { region, userPoolId: UserPoolId, userPoolClientId: clientId, userPoolEndpoint, apiUrl } = stage.config;

const localPool = { endpoint: userPoolEndpoint ?? "", credentials: { accessKeyId: "local", secretAccessKey: "local" } };
/** On AWS, the client uses the operator's credentials. */
const client = new CognitoIdentityProviderClient({ region, ...(userPoolEndpoint === undefined ? {} : localPool) });
const pool: SrpPool = { client, userPoolId: UserPoolId, clientId };

const Tokens = z.object({ AccessToken: z.string() });

/**
 * Creates an address that accepts every email and delivers none:
 * https://docs.aws.amazon.com/ses/latest/dg/send-an-email-from-console.html (25 November 2026)
 */
const createEmail = () => `success+${randomUUID()}@simulator.amazonses.com`;

export type Login = { email: string; password: string };

export async function logIn({ email, password }: Login): Promise<string> {
  const { AuthenticationResult } = await client.send(proveSrp(pool, await beginSrp(pool, email), password));
  return Tokens.parse(AuthenticationResult).AccessToken;
}

export async function signUp(name: string): Promise<Login & { userId: string }> {
  const [email, password] = [createEmail(), randomUUID()];
  const attributes = [{ Name: "name", Value: name }];
  const given = { ClientId: clientId, Username: email, Password: password, UserAttributes: attributes };
  const { UserSub } = await client.send(new SignUpCommand(given));
  return { email, password, userId: z.string().parse(UserSub) };
}

/** Confirms the email as an operator does, because nobody can read the code in the email. */
export async function confirm(Username: string): Promise<void> {
  await client.send(new AdminConfirmSignUpCommand({ UserPoolId, Username }));
  const UserAttributes = [
    { Name: "email_verified", Value: "true" },
    { Name: ownershipAttribute, Value: "owner" },
  ];
  await client.send(new AdminUpdateUserAttributesCommand({ UserPoolId, Username, UserAttributes }));
}

async function removeLearner(Username: string, token: string): Promise<void> {
  const { status } = await apiOf(apiUrl, token).call("delete-user");
  if (status === 200) return;
  try {
    await client.send(new AdminDeleteUserCommand({ UserPoolId, Username }));
  } catch (error) {
    if (!(error instanceof UserNotFoundException)) throw error;
  }
}

export async function createLearner(name = "Asha Rai") {
  const signedUp = await signUp(name);
  await confirm(signedUp.email);
  const token = await logIn(signedUp);
  onTestFinished(() => removeLearner(signedUp.email, token));
  return { ...signedUp, name, token, ...apiOf(apiUrl, token) };
}
