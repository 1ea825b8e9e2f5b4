import * as z from "zod/mini";
import { listAttributes, readableAttributes } from "../pool/attributes.ts";
import { userOperation } from "./operation.ts";

export const getUser = userOperation(z.object({}), (_input, { username, attributes }) => ({
  Username: username,
  UserAttributes: listAttributes(readableAttributes(attributes)),
}));
