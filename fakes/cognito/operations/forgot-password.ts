import * as z from "zod/mini";
import { deliveryTo } from "../pool/code-mail.ts";
import { clientOperation } from "./operation.ts";
import { ClientMetadata, Username } from "./parameters.ts";

const Input = z.object({ Username, ClientMetadata });

export const forgotPassword = clientOperation(
  Input,
  async ({ Username, ClientMetadata }, { users, codes, sendCode, simulateUser }) => {
    const user = users.byLogin(Username);
    codes.request((user ?? simulateUser(Username)).username, "reset");
    // Whoever cannot be sent a code is answered as if one was sent: the answer must not tell who has an account.
    if (!user?.password || user.attributes["email_verified"] !== "true") {
      return { CodeDeliveryDetails: deliveryTo(user?.attributes["email"] ?? Username) };
    }
    const code = codes.issue(user.username, "reset");
    return { CodeDeliveryDetails: await sendCode("CustomMessage_ForgotPassword", user, code, ClientMetadata) };
  },
);
