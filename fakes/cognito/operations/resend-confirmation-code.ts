import * as z from "zod/mini";
import { deliveryTo } from "../pool/code-mail.ts";
import { invalidParameter } from "../pool/failure.ts";
import { clientOperation } from "./operation.ts";
import { ClientMetadata, Username } from "./parameters.ts";

const Input = z.object({ Username, ClientMetadata });

export const resendConfirmationCode = clientOperation(
  Input,
  async ({ Username, ClientMetadata }, { users, codes, sendCode, simulateUser }) => {
    const user = users.byLogin(Username);
    codes.request((user ?? simulateUser(Username)).username, "sign-up");
    if (!user) return { CodeDeliveryDetails: deliveryTo(Username) };
    if (user.status !== "UNCONFIRMED") throw invalidParameter("User is already confirmed.");
    const code = codes.issue(user.username, "sign-up");
    return { CodeDeliveryDetails: await sendCode("CustomMessage_ResendCode", user, code, ClientMetadata) };
  },
);
