import * as z from "zod/mini";
import { CognitoFailure, invalidParameter } from "../pool/failure.ts";
import { clientOperation } from "./operation.ts";
import { Token } from "./parameters.ts";

const Input = z.object({ Token });

const isJwt = (token: string) => token.split(".").length === 3;

export const revokeToken = clientOperation(Input, ({ Token }, { sessions }) => {
  if (isJwt(Token)) throw new CognitoFailure("UnsupportedTokenTypeException", "Unsupported token type");
  if (!sessions.revoke(Token)) throw invalidParameter("Invalid Refresh Token.");
  return {};
});
