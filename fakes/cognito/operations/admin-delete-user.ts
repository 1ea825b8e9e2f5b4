import * as z from "zod/mini";
import { userNotFound } from "../pool/failure.ts";
import { adminOperation } from "./operation.ts";
import { Username } from "./parameters.ts";

export const adminDeleteUser = adminOperation(z.object({ Username }), ({ Username }, { users }) => {
  const user = users.byLogin(Username);
  if (!user) throw userNotFound();
  users.remove(user.username);
  return {};
});
