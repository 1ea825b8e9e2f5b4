import { timingSafeEqual } from "node:crypto";
import * as z from "zod/mini";
import { listAttributes } from "../pool/attributes.ts";
import {
  CognitoFailure,
  incorrectCredentials,
  invalidParameter,
  notAuthorized,
  notModelled,
  userNotFound,
} from "../pool/failure.ts";
import {
  beginExchange,
  deriveVerifier,
  exchangeKey,
  isUsablePublicValue,
  type PasswordVerifier,
  proofOf,
} from "../pool/srp.ts";
import type { SrpChallenge } from "../pool/srp-challenges.ts";
import { clientOperation, type Operation, userOperation } from "./operation.ts";
import { required, Token } from "./parameters.ts";

const InitiateAuthInput = z.object({
  AuthFlow: z.string(),
  AuthParameters: z._default(z.record(z.string(), z.string()), {}),
});

const initiateAuth = clientOperation(InitiateAuthInput, async ({ AuthFlow, AuthParameters }, pool) => {
  // A client with rotating refresh tokens must use GetTokensFromRefreshToken instead of REFRESH_TOKEN_AUTH.
  if (AuthFlow !== "USER_SRP_AUTH") throw invalidParameter(`${AuthFlow} flow not enabled for this client`);
  const login = required(AuthParameters, "USERNAME");
  const clientA = required(AuthParameters, "SRP_A");
  if (!isUsablePublicValue(clientA)) throw invalidParameter("SRP_A is not a valid public value.");
  const { users, challenges, simulateUser, triggers, poolName } = pool;
  const user = users.byLogin(login);
  const { username, salt } = user?.password ? { ...user.password, ...user } : simulateUser(login);
  // The trigger runs for unknown users too, because the pool does not reveal which users exist.
  await triggers.preAuthentication(username, user);
  const password = user?.password ?? deriveVerifier(poolName, username, "", salt);
  const exchange = beginExchange(password);
  return {
    ChallengeName: "PASSWORD_VERIFIER",
    ChallengeParameters: {
      USERNAME: username,
      USER_ID_FOR_SRP: username,
      SALT: salt,
      SRP_B: exchange.B,
      SECRET_BLOCK: challenges.put({ username, clientA, exchange }),
    },
  };
});

const RespondToAuthChallengeInput = z.object({
  ChallengeName: z.string(),
  ChallengeResponses: z._default(z.record(z.string(), z.string()), {}),
});

type PasswordClaim = { login: string; secretBlock: string; signature: string; timestamp: string };

function readPasswordClaim(responses: Record<string, string>): PasswordClaim {
  const timestamp = required(responses, "TIMESTAMP");
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} \d{1,2} \d{2}:\d{2}:\d{2} UTC \d{4}$/.test(timestamp)) {
    throw invalidParameter("TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english.");
  }
  return {
    timestamp,
    login: required(responses, "USERNAME"),
    secretBlock: required(responses, "PASSWORD_CLAIM_SECRET_BLOCK"),
    signature: required(responses, "PASSWORD_CLAIM_SIGNATURE"),
  };
}

function isPasswordProven(
  claim: PasswordClaim,
  challenge: SrpChallenge,
  password: PasswordVerifier,
  poolName: string,
): boolean {
  const { username, exchange, clientA } = challenge;
  const expected = proofOf(exchangeKey(exchange, clientA, password), { poolName, username, ...claim });
  const given = Buffer.from(claim.signature, "base64");
  return given.length === expected.length && timingSafeEqual(given, expected);
}

const respondToAuthChallenge = clientOperation(
  RespondToAuthChallengeInput,
  async ({ ChallengeName, ChallengeResponses }, { users, challenges, lockout, sessions, tokens, poolName }) => {
    if (ChallengeName !== "PASSWORD_VERIFIER") throw notModelled(`the challenge ${ChallengeName}`);
    const claim = readPasswordClaim(ChallengeResponses);
    const challenge = challenges.take(claim.secretBlock);
    if (challenge === "expired") throw notAuthorized("Invalid session for the user, session is expired.");
    if (!challenge) throw incorrectCredentials();
    const { username } = challenge;
    const user = users.byUsername(username);
    // AWS checks the status before the password.
    if (user?.status === "UNCONFIRMED") throw new CognitoFailure("UserNotConfirmedException", "User is not confirmed.");
    lockout.refuseIfLocked(username);
    const isSameUser = claim.login === username || users.byLogin(claim.login)?.username === username;
    if (!user?.password || !isSameUser || !isPasswordProven(claim, challenge, user.password, poolName)) {
      lockout.countWrong(username);
      throw incorrectCredentials();
    }
    lockout.forget(username);
    if (user.status === "FORCE_CHANGE_PASSWORD") throw notModelled("the change of a temporary password");
    return { ChallengeParameters: {}, AuthenticationResult: await tokens.issue(user, sessions.start(username)) };
  },
);

const GetTokensFromRefreshTokenInput = z.object({ RefreshToken: Token });

const getTokensFromRefreshToken = clientOperation(
  GetTokensFromRefreshTokenInput,
  async ({ RefreshToken }, { users, sessions, tokens }) => {
    const session = sessions.rotate(RefreshToken);
    const user = users.byUsername(session.username);
    if (!user) throw userNotFound();
    return { AuthenticationResult: await tokens.issue(user, session) };
  },
);

const RevokeTokenInput = z.object({ Token });

const isJwt = (token: string) => token.split(".").length === 3;

const revokeToken = clientOperation(RevokeTokenInput, ({ Token }, { sessions }) => {
  if (isJwt(Token)) throw new CognitoFailure("UnsupportedTokenTypeException", "Unsupported token type");
  if (!sessions.revoke(Token)) throw invalidParameter("Invalid Refresh Token.");
  return {};
});

const getUser = userOperation(z.object({}), (_input, { username, attributes }, { attributeRules }) => ({
  Username: username,
  UserAttributes: listAttributes(attributeRules.readable(attributes)),
}));

const globalSignOut = userOperation(z.object({}), (_input, { username }, { sessions }) => {
  sessions.revokeAll(username);
  return {};
});

export const signInOperations = {
  InitiateAuth: initiateAuth,
  RespondToAuthChallenge: respondToAuthChallenge,
  GetTokensFromRefreshToken: getTokensFromRefreshToken,
  RevokeToken: revokeToken,
  GetUser: getUser,
  GlobalSignOut: globalSignOut,
} satisfies Record<string, Operation>;
