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

// What Cognito sends: https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_VerificationMessageTemplateType.html
const longestSubject = 140;
const longestMessage = 20_000;

function refuseUnsendable(subject: string | null, message: string | null): void {
  const refuse = (reason: string) => {
    throw new CognitoFailure("InvalidLambdaResponseException", reason);
  };
  // A mail without the code would reach nobody's notice until a user complains.
  if (message !== null && !message.includes(codeParameter)) refuse(`The message must contain ${codeParameter}`);
  if ((message?.length ?? 0) > longestMessage) refuse("The message is too long");
  if ((subject?.length ?? 0) > longestSubject) refuse("The subject is too long");
}

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
    refuseUnsendable(emailSubject, emailMessage);
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
