import * as z from "zod/mini";
import { readAttributes } from "../pool/attributes.ts";
import { notModelled } from "../pool/failure.ts";
import { userOperation } from "./operation.ts";
import { AttributeList } from "./parameters.ts";

const Input = z.object({ UserAttributes: AttributeList });

export const updateUserAttributes = userOperation(Input, ({ UserAttributes }, user, { users }) => {
  const attributes = readAttributes(UserAttributes);
  const { email } = attributes;
  if (email !== undefined && email !== user.attributes["email"]) throw notModelled("a change of e-mail");
  users.setAttributes(user.username, attributes);
  return { CodeDeliveryDetailsList: [] };
});
