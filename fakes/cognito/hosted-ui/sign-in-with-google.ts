import { randomUUID } from "node:crypto";
import type { Pool } from "../pool/pool.ts";
import type { GoogleAccount } from "./google-accounts.ts";

/** The pool's attribute mapping: the attributes that it copies from Google at each sign-in. */
const mapAttributes = ({ email, name }: GoogleAccount) => ({ email, name, email_verified: "true" });

function formatIdentity({ sub }: GoogleAccount, at: number): string {
  const identity = { providerName: "Google", providerType: "Google", issuer: null, primary: true, dateCreated: at };
  return JSON.stringify([{ userId: sub, ...identity }]);
}

/**
 * The pool's user for an account at Google: made at the first sign-in, brought up to date at each later one, with the
 * triggers of each: https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-identity-pools-working-with-aws-lambda-triggers.html
 * @throws CognitoFailure UserLambdaValidationException
 */
export async function signInWithGoogle(
  account: GoogleAccount,
  { users, triggers, now }: Pick<Pool, "users" | "triggers" | "now">,
): Promise<string> {
  // A pool that ignores letter case writes the names of such users in small letters.
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
