import * as z from "zod/mini";
import { userNotFound } from "../pool/failure.ts";
import { clientOperation } from "./operation.ts";
import { Token } from "./parameters.ts";

const Input = z.object({ RefreshToken: Token });

export const getTokensFromRefreshToken = clientOperation(
  Input,
  async ({ RefreshToken }, { users, sessions, tokens }) => {
    const session = sessions.rotate(RefreshToken);
    const user = users.byUsername(session.username);
    if (!user) throw userNotFound();
    return { AuthenticationResult: await tokens.issue(user, session) };
  },
);
