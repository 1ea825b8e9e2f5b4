import * as z from "zod/mini";
import { userNotFound } from "../pool/failure.ts";
import { adminOperation } from "./operation.ts";
import { Username } from "./parameters.ts";

export const adminUserGlobalSignOut = adminOperation(z.object({ Username }), ({ Username }, { users, sessions }) => {
  const user = users.byLogin(Username);
  if (!user) throw userNotFound();
  sessions.revokeAll(user.username);
  return {};
});
