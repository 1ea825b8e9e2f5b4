import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import type { AttributeRules } from "../pool/attributes.ts";
import { maskDelivery } from "../pool/code-mail.ts";
import { expiredCode } from "../pool/codes.ts";
import { CognitoFailure, invalidParameter, notAuthorized } from "../pool/failure.ts";
import { refuseWeakPassword } from "../pool/password-rules.ts";
import { deriveVerifier } from "../pool/srp.ts";
import { clientOperation, type Operation } from "./operation.ts";
import { AttributeList, ClientMetadata, ConfirmationCode, Password, Username } from "./parameters.ts";

const SignUpInput = z.object({
  Username,
  Password,
  UserAttributes: z._default(AttributeList, []),
  ValidationData: z._default(AttributeList, []),
  ClientMetadata,
});

function signUpAttributes(
  { Username, UserAttributes }: z.output<typeof SignUpInput>,
  rules: AttributeRules,
): Record<string, string> {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(Username)) throw invalidParameter("Username should be an email.");
  const attributes = rules.ofClient(UserAttributes);
  const { email = Username } = attributes;
  if (email.toLowerCase() !== Username.toLowerCase()) {
    throw invalidParameter("The username and the attribute email must be the same address.");
  }
  return { ...attributes, email: Username };
}

const signUp = clientOperation(
  SignUpInput,
  async (input, { attributeRules, users, codes, triggers, sendCode, poolName }) => {
    const { Username, Password, ValidationData, ClientMetadata } = input;
    const attributes = signUpAttributes(input, attributeRules);
    refuseWeakPassword(Password);
    const username = randomUUID();
    const { autoConfirmUser, autoVerifyEmail } = await triggers.preSignUp({
      source: "PreSignUp_SignUp",
      username,
      attributes,
      validationData: Object.fromEntries(ValidationData.map(({ Name, Value = "" }) => [Name, Value])),
      clientMetadata: ClientMetadata,
    });
    // With an await between this check and the new row, two sign-ups with the same email could pass the check.
    if (users.byLogin(Username)) {
      throw new CognitoFailure("UsernameExistsException", "An account with the given email already exists.");
    }
    const user = users.add({
      username,
      signInEmail: Username,
      status: autoConfirmUser ? "CONFIRMED" : "UNCONFIRMED",
      attributes: { sub: username, email_verified: String(autoVerifyEmail), ...attributes },
      password: deriveVerifier(poolName, username, Password),
    });
    if (autoConfirmUser) {
      await triggers.postConfirmation("PostConfirmation_ConfirmSignUp", user, ClientMetadata);
      return { UserConfirmed: true, UserSub: username };
    }
    const code = codes.issue(username, "sign-up");
    const CodeDeliveryDetails = await sendCode("CustomMessage_SignUp", user, code, ClientMetadata);
    return { UserConfirmed: false, UserSub: username, CodeDeliveryDetails };
  },
);

const ConfirmSignUpInput = z.object({ Username, ConfirmationCode, ClientMetadata });

const confirmSignUp = clientOperation(
  ConfirmSignUpInput,
  async ({ Username, ConfirmationCode, ClientMetadata }, { users, codes, triggers }) => {
    const user = users.byLogin(Username);
    if (!user) throw expiredCode();
    if (user.status !== "UNCONFIRMED") {
      throw notAuthorized(`User cannot be confirmed. Current status is ${user.status}`);
    }
    codes.redeem(user.username, "sign-up", ConfirmationCode);
    const confirmed = users.confirm(user.username);
    // As on AWS, the client receives the error of a failed trigger, and the user stays confirmed.
    await triggers.postConfirmation("PostConfirmation_ConfirmSignUp", confirmed, ClientMetadata);
    return {};
  },
);

const ResendConfirmationCodeInput = z.object({ Username, ClientMetadata });

const resendConfirmationCode = clientOperation(
  ResendConfirmationCodeInput,
  async ({ Username, ClientMetadata }, { users, codes, sendCode, simulateUser }) => {
    const user = users.byLogin(Username);
    codes.request((user ?? simulateUser(Username)).username, "sign-up");
    if (!user) return { CodeDeliveryDetails: maskDelivery(Username) };
    if (user.status !== "UNCONFIRMED") throw invalidParameter("User is already confirmed.");
    const code = codes.issue(user.username, "sign-up");
    return { CodeDeliveryDetails: await sendCode("CustomMessage_ResendCode", user, code, ClientMetadata) };
  },
);

export const signUpOperations = {
  SignUp: signUp,
  ConfirmSignUp: confirmSignUp,
  ResendConfirmationCode: resendConfirmationCode,
} satisfies Record<string, Operation>;
