import type * as z from "zod/mini";
import { CognitoFailure, notAuthorized, userNotFound } from "../pool/failure.ts";
import type { Pool } from "../pool/pool.ts";
import { accountScope } from "../pool/sessions.ts";
import type { User } from "../pool/users.ts";
import { AdminCall, ClientCall, parseParameters, UserCall } from "./parameters.ts";

export type Operation = {
  /** True if AWS requires the signature of an IAM identity. */
  signed: boolean;
  handle: (input: unknown, pool: Pool) => Promise<object>;
};

type Answer = object | Promise<object>;

export function clientOperation<Schema extends z.ZodMiniType>(
  schema: Schema,
  run: (input: z.output<Schema>, pool: Pool) => Answer,
): Operation {
  return {
    signed: false,
    handle: async (input, pool) => {
      const { ClientId } = parseParameters(ClientCall, input);
      if (ClientId !== pool.clientId) {
        throw new CognitoFailure("ResourceNotFoundException", `User pool client ${ClientId} does not exist.`);
      }
      return run(parseParameters(schema, input), pool);
    },
  };
}

export function userOperation<Schema extends z.ZodMiniType>(
  schema: Schema,
  run: (input: z.output<Schema>, user: User, pool: Pool) => Answer,
): Operation {
  return {
    signed: false,
    handle: async (input, pool) => {
      const { AccessToken } = parseParameters(UserCall, input);
      const { username, originJti, scopes } = await pool.tokens.readAccessToken(AccessToken);
      const user = pool.users.byUsername(username);
      if (!user) throw userNotFound();
      if (pool.sessions.isRevoked(originJti)) throw notAuthorized("Access Token has been revoked");
      if (!scopes.includes(accountScope)) throw notAuthorized("Access Token does not have required scopes");
      return run(parseParameters(schema, input), user, pool);
    },
  };
}

export function adminOperation<Schema extends z.ZodMiniType>(
  schema: Schema,
  run: (input: z.output<Schema>, pool: Pool) => Answer,
): Operation {
  return {
    signed: true,
    handle: async (input, pool) => {
      const { UserPoolId } = parseParameters(AdminCall, input);
      if (UserPoolId !== pool.userPoolId) {
        throw new CognitoFailure("ResourceNotFoundException", `User pool ${UserPoolId} does not exist.`);
      }
      return run(parseParameters(schema, input), pool);
    },
  };
}
