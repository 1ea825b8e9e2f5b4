import * as z from "zod/mini";
import { describeUser, listAttributes } from "../pool/attributes.ts";
import { userNotFound } from "../pool/failure.ts";
import { adminOperation } from "./operation.ts";
import { Username } from "./parameters.ts";

export const adminGetUser = adminOperation(z.object({ Username }), ({ Username }, { users }) => {
  const user = users.byLogin(Username);
  if (!user) throw userNotFound();
  return { ...describeUser(user), UserAttributes: listAttributes(user.attributes) };
});
