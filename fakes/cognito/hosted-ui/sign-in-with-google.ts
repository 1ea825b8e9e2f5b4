import { randomUUID } from "node:crypto";
import type { Pool } from "../pool/pool.ts";
import type { GoogleAccount } from "./google-accounts.ts";

const mapAttributes = ({ email, name }: GoogleAccount) => ({ email, name, email_verified: "true" });

function formatIdentity({ sub }: GoogleAccount, at: number): string {
  const identity = { providerName: "Google", providerType: "Google", issuer: null, primary: true, dateCreated: at };
  return JSON.stringify([{ userId: sub, ...identity }]);
}

/**
 * The first sign-in of a user and later sign-ins run different triggers:
 * https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-identity-pools-working-with-aws-lambda-triggers.html
 * @throws CognitoFailure UserLambdaValidationException, InvalidLambdaResponseException
 */
export async function signInWithGoogle(
  account: GoogleAccount,
  { users, triggers, now }: Pick<Pool, "users" | "triggers" | "now">,
): Promise<string> {
  // A case-insensitive pool writes the usernames of external providers in lower case.
  const username = `google_${account.sub}`;
  const known = users.byUsername(username);
  if (known) {
    await triggers.preAuthentication(username, known);
    users.setAttributes(username, mapAttributes(account));
    return username;
  }
  await triggers.preSignUp({
    source: "PreSignUp_ExternalProvider",
    username,
    attributes: { ...mapAttributes(account), "cognito:email_alias": "", "cognito:phone_number_alias": "" },
    validationData: {},
    clientMetadata: undefined,
  });
  const user = users.add({
    username,
    signInEmail: null,
    status: "EXTERNAL_PROVIDER",
    attributes: { sub: randomUUID(), identities: formatIdentity(account, now().getTime()), ...mapAttributes(account) },
    password: null,
  });
  await triggers.postConfirmation("PostConfirmation_ConfirmSignUp", user, undefined);
  return username;
}
