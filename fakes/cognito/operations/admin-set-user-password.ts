import * as z from "zod/mini";
import { notModelled, userNotFound } from "../pool/failure.ts";
import { refuseWeakPassword } from "../pool/password-policy.ts";
import { deriveVerifier } from "../pool/srp.ts";
import { adminOperation } from "./operation.ts";
import { Password, Username } from "./parameters.ts";

const Input = z.object({ Username, Password, Permanent: z._default(z.boolean(), false) });

/**
 * A permanent password confirms a user who was not, and verifies no address. Sessions go on.
 * https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminSetUserPassword.html
 */
export const adminSetUserPassword = adminOperation(
  Input,
  ({ Username, Password, Permanent }, { users, lockout, poolName }) => {
    if (!Permanent) throw notModelled("temporary passwords");
    refuseWeakPassword(Password);
    const user = users.byLogin(Username);
    if (!user) throw userNotFound();
    users.setPassword(user.username, deriveVerifier(poolName, user.username, Password));
    if (user.status === "UNCONFIRMED") users.confirmUnverified(user.username);
    lockout.forget(user.username);
    return {};
  },
);
