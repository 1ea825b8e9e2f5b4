import * as z from "zod/mini";
import { refuseWeakPassword } from "../pool/password-policy.ts";
import { deriveVerifier } from "../pool/srp.ts";
import { clientOperation } from "./operation.ts";
import { ClientMetadata, ConfirmationCode, Password, Username } from "./parameters.ts";

const Input = z.object({ Username, ConfirmationCode, Password, ClientMetadata });

export const confirmForgotPassword = clientOperation(
  Input,
  async ({ Username, ConfirmationCode, Password, ClientMetadata }, pool) => {
    const { users, codes, triggers, simulateUser, poolName } = pool;
    refuseWeakPassword(Password);
    const user = users.byLogin(Username);
    if (!user) return codes.redeemForNobody(simulateUser(Username).username, "reset");
    codes.redeem(user.username, "reset", ConfirmationCode);
    users.setPassword(user.username, deriveVerifier(poolName, user.username, Password));
    await triggers.postConfirmation("PostConfirmation_ConfirmForgotPassword", user, ClientMetadata);
    return {};
  },
);
