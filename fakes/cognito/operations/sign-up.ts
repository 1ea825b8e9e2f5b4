import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { readAttributes } from "../pool/attributes.ts";
import { CognitoFailure, invalidParameter } from "../pool/failure.ts";
import { refuseWeakPassword } from "../pool/password-policy.ts";
import { deriveVerifier } from "../pool/srp.ts";
import { clientOperation } from "./operation.ts";
import { AttributeList, ClientMetadata, Password, Username } from "./parameters.ts";

const Input = z.object({
  Username,
  Password,
  UserAttributes: z._default(AttributeList, []),
  ValidationData: z._default(AttributeList, []),
  ClientMetadata,
});

function signUpAttributes({ Username, UserAttributes }: z.output<typeof Input>): Record<string, string> {
  if (!/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(Username)) throw invalidParameter("Username should be an email.");
  const attributes = readAttributes(UserAttributes);
  const { email = Username } = attributes;
  if (email.toLowerCase() !== Username.toLowerCase()) {
    throw invalidParameter("The username and the attribute email must be the same address.");
  }
  return { ...attributes, email: Username };
}

export const signUp = clientOperation(Input, async (input, { users, codes, triggers, sendCode, poolName }) => {
  const { Username, Password, ValidationData, ClientMetadata } = input;
  const attributes = signUpAttributes(input);
  refuseWeakPassword(Password);
  const username = randomUUID();
  const { autoConfirmUser, autoVerifyEmail } = await triggers.preSignUp({
    source: "PreSignUp_SignUp",
    username,
    attributes,
    validationData: Object.fromEntries(ValidationData.map(({ Name, Value = "" }) => [Name, Value])),
    clientMetadata: ClientMetadata,
  });
  // AWS asks the trigger first. It also leaves no gap between this question and the new row.
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
});
