import * as z from "zod/mini";
import { incorrectCredentials } from "../pool/failure.ts";
import { refuseWeakPassword } from "../pool/password-policy.ts";
import { deriveVerifier } from "../pool/srp.ts";
import { userOperation } from "./operation.ts";
import { Password } from "./parameters.ts";

const Input = z.object({ PreviousPassword: Password, ProposedPassword: Password });

export const changePassword = userOperation(
  Input,
  ({ PreviousPassword, ProposedPassword }, { username, password }, { users, tries, poolName }) => {
    refuseWeakPassword(ProposedPassword);
    tries.refuseIfSpent(username, "change-password");
    const isRight =
      password && deriveVerifier(poolName, username, PreviousPassword, password.salt).verifier === password.verifier;
    if (!isRight) {
      tries.count(username, "change-password");
      throw incorrectCredentials();
    }
    tries.forget(username, "change-password");
    users.setPassword(username, deriveVerifier(poolName, username, ProposedPassword));
    return {};
  },
);
