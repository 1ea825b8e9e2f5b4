import { CognitoFailure } from "./failure.ts";
import { plainText } from "./plain-text.ts";
import { type CustomMessageSource, codeParameter, type TriggerCalls } from "./triggers.ts";
import type { User } from "./users.ts";

/** A message as it goes to the inbox. */
export type Mail = { to: string; subject: string; text: string; html: string };
export type SendMail = (mail: Mail) => void | Promise<void>;

export type CodeDeliveryDetails = { Destination: string; DeliveryMedium: "EMAIL"; AttributeName: "email" };

/** Sends a code, and answers where it went. */
export type SendCode = (
  source: CustomMessageSource,
  user: User,
  code: string,
  clientMetadata: Record<string, string> | undefined,
) => Promise<CodeDeliveryDetails>;

const defaults: Record<CustomMessageSource, { subject: string; html: string }> = {
  CustomMessage_SignUp: { subject: "Your verification code", html: `Your confirmation code is ${codeParameter}` },
  CustomMessage_ResendCode: { subject: "Your verification code", html: `Your confirmation code is ${codeParameter}` },
  CustomMessage_ForgotPassword: {
    subject: "Your verification code",
    html: `Your password reset code is ${codeParameter}`,
  },
};

/** Where a code for `email` goes, masked as AWS masks it; for strangers too, who get no mail. */
export function deliveryTo(email: string): CodeDeliveryDetails {
  const [name = "", domain = ""] = email.split("@");
  return {
    Destination: `${name.slice(0, 1)}***@${domain.slice(0, 1)}***`,
    DeliveryMedium: "EMAIL",
    AttributeName: "email",
  };
}

/** Sends codes by e-mail, in the words of the custom message trigger or in AWS's own. */
export function sendCodesBy(sendMail: SendMail, triggers: TriggerCalls): SendCode {
  return async (source, user, code, clientMetadata) => {
    const { emailSubject, emailMessage } = await triggers.customMessage(source, user, clientMetadata);
    if (emailMessage !== null && !emailMessage.includes(codeParameter)) {
      // A mail without the code would reach nobody's notice until a learner complains.
      throw new CognitoFailure("InvalidLambdaResponseException", `The message must contain ${codeParameter}`);
    }
    const to = user.attributes["email"] ?? "";
    const html = (emailMessage ?? defaults[source].html).replaceAll(codeParameter, code);
    try {
      await sendMail({ to, subject: emailSubject ?? defaults[source].subject, text: plainText(html), html });
    } catch (error) {
      console.error("Local Cognito: the code could not be sent:", error);
      throw new CognitoFailure("CodeDeliveryFailureException", "The code could not be delivered.");
    }
    return deliveryTo(to);
  };
}
