import * as z from "zod/mini";
import { expiredCode } from "../pool/codes.ts";
import { notAuthorized } from "../pool/failure.ts";
import { clientOperation } from "./operation.ts";
import { ClientMetadata, ConfirmationCode, Username } from "./parameters.ts";

const Input = z.object({ Username, ConfirmationCode, ClientMetadata });

export const confirmSignUp = clientOperation(
  Input,
  async ({ Username, ConfirmationCode, ClientMetadata }, { users, codes, triggers }) => {
    const user = users.byLogin(Username);
    if (!user) throw expiredCode();
    if (user.status !== "UNCONFIRMED") {
      throw notAuthorized(`User cannot be confirmed. Current status is ${user.status}`);
    }
    codes.redeem(user.username, "sign-up", ConfirmationCode);
    const confirmed = users.confirm(user.username);
    // As on AWS, a trigger that fails is told to the client, but the user stays confirmed.
    await triggers.postConfirmation("PostConfirmation_ConfirmSignUp", confirmed, ClientMetadata);
    return {};
  },
);
