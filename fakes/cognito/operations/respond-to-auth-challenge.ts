import { timingSafeEqual } from "node:crypto";
import * as z from "zod/mini";
import { CognitoFailure, incorrectCredentials, invalidParameter, notAuthorized, notModelled } from "../pool/failure.ts";
import { exchangeKey, type PasswordVerifier, proofOf } from "../pool/srp.ts";
import type { SrpChallenge } from "../pool/srp-challenges.ts";
import { clientOperation } from "./operation.ts";
import { required } from "./parameters.ts";

const Input = z.object({
  ChallengeName: z.string(),
  ChallengeResponses: z._default(z.record(z.string(), z.string()), {}),
});

type Claim = { login: string; secretBlock: string; signature: string; timestamp: string };

function readClaim(responses: Record<string, string>): Claim {
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

function isProven(claim: Claim, challenge: SrpChallenge, password: PasswordVerifier, poolName: string): boolean {
  const { username, exchange, clientA } = challenge;
  const expected = proofOf(exchangeKey(exchange, clientA, password), { poolName, username, ...claim });
  const given = Buffer.from(claim.signature, "base64");
  return given.length === expected.length && timingSafeEqual(given, expected);
}

export const respondToAuthChallenge = clientOperation(
  Input,
  async ({ ChallengeName, ChallengeResponses }, { users, challenges, lockout, sessions, tokens, poolName }) => {
    if (ChallengeName !== "PASSWORD_VERIFIER") throw notModelled(`the challenge ${ChallengeName}`);
    const claim = readClaim(ChallengeResponses);
    const challenge = challenges.take(claim.secretBlock);
    if (challenge === "expired") throw notAuthorized("Invalid session for the user, session is expired.");
    if (!challenge) throw incorrectCredentials();
    const { username } = challenge;
    const user = users.byUsername(username);
    // As on AWS, before the password is looked at.
    if (user?.status === "UNCONFIRMED") throw new CognitoFailure("UserNotConfirmedException", "User is not confirmed.");
    lockout.refuseIfLocked(username);
    const isSameUser = claim.login === username || users.byLogin(claim.login)?.username === username;
    if (!user?.password || !isSameUser || !isProven(claim, challenge, user.password, poolName)) {
      lockout.countWrong(username);
      throw incorrectCredentials();
    }
    lockout.forget(username);
    return { ChallengeParameters: {}, AuthenticationResult: await tokens.issue(user, sessions.start(username)) };
  },
);
