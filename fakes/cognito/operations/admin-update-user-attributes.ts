import * as z from "zod/mini";
import { readAdminAttributes } from "../pool/attributes.ts";
import { notModelled, userNotFound } from "../pool/failure.ts";
import { adminOperation } from "./operation.ts";
import { AttributeList, Username } from "./parameters.ts";

const Input = z.object({ Username, UserAttributes: AttributeList });

/** https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_AdminUpdateUserAttributes.html */
export const adminUpdateUserAttributes = adminOperation(Input, ({ Username, UserAttributes }, { users }) => {
  const attributes = readAdminAttributes(UserAttributes);
  if ("email" in attributes) throw notModelled("a change of e-mail");
  const user = users.byLogin(Username);
  if (!user) throw userNotFound();
  users.setAttributes(user.username, attributes);
  return {};
});
