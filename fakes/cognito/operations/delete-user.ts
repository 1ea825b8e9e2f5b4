import * as z from "zod/mini";
import { userOperation } from "./operation.ts";

export const deleteUser = userOperation(z.object({}), (_input, { username }, { users }) => {
  users.remove(username);
  return {};
});
