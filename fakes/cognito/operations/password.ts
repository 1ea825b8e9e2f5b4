import * as z from "zod/mini";
import { maskDelivery } from "../pool/code-mail.ts";
import { incorrectCredentials } from "../pool/failure.ts";
import { refuseWeakPassword } from "../pool/password-rules.ts";
import { deriveVerifier } from "../pool/srp.ts";
import { clientOperation, type Operation, userOperation } from "./operation.ts";
import { ClientMetadata, ConfirmationCode, Password, Username } from "./parameters.ts";

const ChangePasswordInput = z.object({ PreviousPassword: Password, ProposedPassword: Password });

const changePassword = userOperation(
  ChangePasswordInput,
  ({ PreviousPassword, ProposedPassword }, { username, password }, { users, attemptLimit, poolName }) => {
    refuseWeakPassword(ProposedPassword);
    attemptLimit.refuseIfSpent(username, "change-password");
    const isRight =
      password && deriveVerifier(poolName, username, PreviousPassword, password.salt).verifier === password.verifier;
    if (!isRight) {
      attemptLimit.count(username, "change-password");
      throw incorrectCredentials();
    }
    attemptLimit.forget(username, "change-password");
    users.setPassword(username, deriveVerifier(poolName, username, ProposedPassword));
    return {};
  },
);

const ForgotPasswordInput = z.object({ Username, ClientMetadata });

const forgotPassword = clientOperation(
  ForgotPasswordInput,
  async ({ Username, ClientMetadata }, { users, codes, sendCode, simulateUser }) => {
    const user = users.byLogin(Username);
    codes.request((user ?? simulateUser(Username)).username, "reset");
    // If no code is sent, the response has the same form, so that it does not reveal who has an account.
    if (!user?.password || user.attributes["email_verified"] !== "true") {
      return { CodeDeliveryDetails: maskDelivery(user?.attributes["email"] ?? Username) };
    }
    const code = codes.issue(user.username, "reset");
    return { CodeDeliveryDetails: await sendCode("CustomMessage_ForgotPassword", user, code, ClientMetadata) };
  },
);

const ConfirmForgotPasswordInput = z.object({ Username, ConfirmationCode, Password, ClientMetadata });

const confirmForgotPassword = clientOperation(
  ConfirmForgotPasswordInput,
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

export const passwordOperations = {
  ChangePassword: changePassword,
  ForgotPassword: forgotPassword,
  ConfirmForgotPassword: confirmForgotPassword,
} satisfies Record<string, Operation>;
