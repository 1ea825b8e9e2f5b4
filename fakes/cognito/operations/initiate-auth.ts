import * as z from "zod/mini";
import { invalidParameter } from "../pool/failure.ts";
import { beginExchange, deriveVerifier, isUsablePublicValue } from "../pool/srp.ts";
import { clientOperation } from "./operation.ts";
import { required } from "./parameters.ts";

const Input = z.object({
  AuthFlow: z.string(),
  AuthParameters: z._default(z.record(z.string(), z.string()), {}),
});

export const initiateAuth = clientOperation(Input, async ({ AuthFlow, AuthParameters }, pool) => {
  // A client with refresh token rotation cannot have REFRESH_TOKEN_AUTH: that is GetTokensFromRefreshToken's work.
  if (AuthFlow !== "USER_SRP_AUTH") throw invalidParameter(`${AuthFlow} flow not enabled for this client`);
  const login = required(AuthParameters, "USERNAME");
  const clientA = required(AuthParameters, "SRP_A");
  if (!isUsablePublicValue(clientA)) throw invalidParameter("SRP_A is not a valid public value.");
  const { users, challenges, simulateUser, triggers, poolName } = pool;
  const user = users.byLogin(login);
  const { username, salt } = user?.password ? { ...user.password, ...user } : simulateUser(login);
  // The pool hides who exists, so the trigger is asked about nobody, too.
  await triggers.preAuthentication(username, user);
  // A stranger's exchange is as good as any, and no proof will ever fit it.
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
