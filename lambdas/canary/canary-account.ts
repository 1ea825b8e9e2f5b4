import { randomBytes } from "node:crypto";
import {
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  CognitoIdentityProviderClient,
  InitiateAuthCommand,
  NotAuthorizedException,
  RespondToAuthChallengeCommand,
  RevokeTokenCommand,
  UserNotFoundException,
  UsernameExistsException,
} from "@aws-sdk/client-cognito-identity-provider";
import { canaryEmail } from "../../domain/accounts/canary-account.ts";
import { ownershipAttribute } from "../../domain/accounts/password.ts";
import { ownerSetPassword } from "../accounts/password-ownership.ts";
import { createAwsClient } from "../runtime/time-limits.ts";
import { CanaryError } from "./canary-error.ts";
import { startSrpExchange } from "./srp.ts";

export type Session = { accessToken: string; refreshToken: string };

export type CanaryAccount = {
  /** Logs in with the same protocol as the web app. Creates the account if it is missing. */
  logIn: () => Promise<Session>;
  logOut: (session: Session) => Promise<void>;
};

export type CanaryAccountSettings = { userPoolId: string; clientId: string };

/** One log-in may set several passwords, because a concurrent run may replace each of them. */
const maxRenewals = 3;
const passwordBytes = 32;

/** Formats a time as Cognito expects it, as in "Sat Nov 7 09:30:00 UTC 2026". */
export function formatSrpTime(time: Date): string {
  const [weekday = "", day = "", month = "", year = "", clock = ""] = time.toUTCString().split(" ");
  return `${weekday.replace(",", "")} ${month} ${Number(day)} ${clock} UTC ${year}`;
}

async function ignoring(kind: abstract new (...given: never[]) => Error, work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof kind)) throw error;
  });
}

type Pool = CanaryAccountSettings & { cognito: CognitoIdentityProviderClient };

/** No post-confirmation trigger runs for this user, so the user gets no profile. */
async function createUser({ cognito, userPoolId }: Pool): Promise<void> {
  const command = new AdminCreateUserCommand({
    UserPoolId: userPoolId,
    Username: canaryEmail,
    MessageAction: "SUPPRESS",
    // The email stays unverified, so nobody can request a code to reset the password.
    UserAttributes: [
      { Name: "email", Value: canaryEmail },
      { Name: ownershipAttribute, Value: ownerSetPassword },
    ],
  });
  await ignoring(UsernameExistsException, cognito.send(command));
}

async function renewPassword(pool: Pool): Promise<string> {
  const password = randomBytes(passwordBytes).toString("base64url");
  const user = { UserPoolId: pool.userPoolId, Username: canaryEmail };
  const set = () =>
    pool.cognito.send(new AdminSetUserPasswordCommand({ ...user, Password: password, Permanent: true }));
  try {
    await set();
  } catch (error) {
    if (!(error instanceof UserNotFoundException)) throw error;
    await createUser(pool);
    await set();
  }
  return password;
}

async function logInWith(password: string, { cognito, userPoolId, clientId }: Pool): Promise<Session> {
  const exchange = startSrpExchange(userPoolId);
  const begun = await cognito.send(
    new InitiateAuthCommand({
      ClientId: clientId,
      AuthFlow: "USER_SRP_AUTH",
      AuthParameters: { USERNAME: canaryEmail, SRP_A: exchange.publicValue },
    }),
  );
  const { USER_ID_FOR_SRP, SALT, SRP_B, SECRET_BLOCK } = begun.ChallengeParameters ?? {};
  if (!USER_ID_FOR_SRP || !SALT || !SRP_B || !SECRET_BLOCK) {
    throw new CanaryError("bad_response", `Cognito sent the challenge ${begun.ChallengeName}, not PASSWORD_VERIFIER`);
  }
  const challenge = { userId: USER_ID_FOR_SRP, salt: SALT, serverValue: SRP_B, secretBlock: SECRET_BLOCK };
  const timestamp = formatSrpTime(new Date());
  const answered = await cognito.send(
    new RespondToAuthChallengeCommand({
      ClientId: clientId,
      ChallengeName: "PASSWORD_VERIFIER",
      ChallengeResponses: {
        USERNAME: USER_ID_FOR_SRP,
        PASSWORD_CLAIM_SECRET_BLOCK: SECRET_BLOCK,
        PASSWORD_CLAIM_SIGNATURE: exchange.prove(challenge, password, timestamp),
        TIMESTAMP: timestamp,
      },
    }),
  );
  const { AccessToken, RefreshToken } = answered.AuthenticationResult ?? {};
  if (!AccessToken || !RefreshToken) {
    throw new CanaryError("bad_response", `Cognito sent the challenge ${answered.ChallengeName}, not tokens`);
  }
  return { accessToken: AccessToken, refreshToken: RefreshToken };
}

/** Keeps the password only in memory. */
export function createCanaryAccount(settings: CanaryAccountSettings): CanaryAccount {
  // Uses the time limit for triggers, because the pre-authentication trigger runs during a log-in.
  const cognito = createAwsClient((options) => new CognitoIdentityProviderClient(options), "trigger");
  const pool = { ...settings, cognito };
  let password: string | undefined;
  const logIn = async (renewalsLeft: number): Promise<Session> => {
    try {
      if (password !== undefined) return await logInWith(password, pool);
    } catch (error) {
      // Cognito returns this error for a wrong password and for a missing user.
      if (!(error instanceof NotAuthorizedException) || renewalsLeft === 0) throw error;
    }
    password = await renewPassword(pool);
    return logIn(renewalsLeft - 1);
  };
  return {
    logIn: () => logIn(maxRenewals),
    logOut: async ({ refreshToken }) => {
      await cognito.send(new RevokeTokenCommand({ ClientId: settings.clientId, Token: refreshToken }));
    },
  };
}
