import { randomBytes } from "node:crypto";
import type { RequestListener } from "node:http";
import type { DatabaseSync } from "node:sqlite";
import { listen } from "../foundation/listen.ts";
import { createRequestListener } from "./endpoint.ts";
import { createHostedUi } from "./hosted-ui/create-hosted-ui.ts";
import { openAttemptLimit } from "./pool/attempt-limit.ts";
import { attributeRules } from "./pool/attributes.ts";
import { createSendCode, type SendMail } from "./pool/code-mail.ts";
import { openCodes } from "./pool/codes.ts";
import { openPasswordLockout } from "./pool/password-rules.ts";
import type { Pool } from "./pool/pool.ts";
import { openSessions } from "./pool/sessions.ts";
import { openSrpChallenges } from "./pool/srp-challenges.ts";
import { type AuthenticationResult, getOrCreateSecret, openTokens } from "./pool/tokens.ts";
import { type Triggers, wrapTriggers } from "./pool/triggers.ts";
import { openUsers, simulateUser } from "./pool/users.ts";

export type CognitoOptions = {
  /** 0 for any free port. The issuer contains the port, so a new port invalidates access and id tokens. */
  port: number;
  state: DatabaseSync;
  /**
   * The id of the pool in AWS's format, such as "us-east-1_Example01". The hash of every password includes the part
   * after the underscore.
   */
  userPoolId: string;
  clientId: string;
  region: string;
  triggers: Triggers;
  adminAttributes?: readonly string[];
  sendMail: SendMail;
  /** The exact URLs to which a sign-in through Google may redirect. */
  signInReturnUrls?: readonly string[];
  now?: () => Date;
};

export type Cognito = {
  url: string;
  issuer: string;
  /**
   * Signs a user in without a password.
   * @throws Error for an unknown user
   */
  startSession: (username: string) => Promise<AuthenticationResult>;
  close: () => Promise<void>;
};

async function openPool(options: CognitoOptions, issuer: string): Promise<Pool> {
  const { state, userPoolId, clientId, region, sendMail, adminAttributes = [], now = () => new Date() } = options;
  const rules = attributeRules(adminAttributes);
  const users = openUsers(state, now);
  const tries = openAttemptLimit(state, now);
  const triggers = wrapTriggers(options.triggers, { userPoolId, clientId, region });
  const simulationSecret = getOrCreateSecret(state, "simulation", () => randomBytes(32).toString("hex"));
  return {
    userPoolId,
    clientId,
    issuer,
    now,
    poolName: userPoolId.split("_")[1] ?? "",
    attributeRules: rules,
    users,
    attemptLimit: tries,
    triggers,
    sessions: openSessions(state, now),
    codes: openCodes(state, tries, now),
    lockout: openPasswordLockout(state, now),
    challenges: openSrpChallenges(state, now),
    tokens: await openTokens(state, { issuer, clientId, now, rules }),
    sendCode: createSendCode(sendMail, triggers),
    simulateUser: (login) => simulateUser(simulationSecret, login),
  };
}

async function startSession({ users, tokens, sessions }: Pool, username: string): Promise<AuthenticationResult> {
  const user = users.byUsername(username);
  if (!user) throw new Error(`There is no user ${username}`);
  return tokens.issue(user, sessions.start(username));
}

/** @throws PortTakenError */
export async function startCognito(options: CognitoOptions): Promise<Cognito> {
  // The issuer contains the port, which is known after the server listens.
  let serve: RequestListener = (_request, response) => response.writeHead(503).end();
  const { url, close } = await listen((request, response) => serve(request, response), options.port);
  const issuer = `${url}/${options.userPoolId}`;
  try {
    const pool = await openPool(options, issuer);
    serve = createRequestListener(pool, createHostedUi(options.state, pool, options.signInReturnUrls ?? []));
    return { url, issuer, startSession: (username) => startSession(pool, username), close };
  } catch (error) {
    await close();
    throw error;
  }
}
