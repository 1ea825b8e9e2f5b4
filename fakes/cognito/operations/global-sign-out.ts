import * as z from "zod/mini";
import { userOperation } from "./operation.ts";

export const globalSignOut = userOperation(z.object({}), (_input, { username }, { sessions }) => {
  sessions.revokeAll(username);
  return {};
});
