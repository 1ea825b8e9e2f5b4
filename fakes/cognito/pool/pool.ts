import type { AttemptLimit } from "./attempt-limit.ts";
import type { AttributeRules } from "./attributes.ts";
import type { SendCode } from "./code-mail.ts";
import type { Codes } from "./codes.ts";
import type { PasswordLockout } from "./password-rules.ts";
import type { Sessions } from "./sessions.ts";
import type { SrpChallenges } from "./srp-challenges.ts";
import type { Tokens } from "./tokens.ts";
import type { TriggerCalls } from "./triggers.ts";
import type { SimulatedUser, Users } from "./users.ts";

export type Pool = {
  userPoolId: string;
  clientId: string;
  issuer: string;
  now: () => Date;
  /** The part of the pool id after the underscore. */
  poolName: string;
  attributeRules: AttributeRules;
  users: Users;
  sessions: Sessions;
  codes: Codes;
  attemptLimit: AttemptLimit;
  lockout: PasswordLockout;
  challenges: SrpChallenges;
  tokens: Tokens;
  triggers: TriggerCalls;
  sendCode: SendCode;
  simulateUser: (login: string) => SimulatedUser;
};
