import { CognitoFailure } from "./failure.ts";
import { type CustomMessageSource, codeParameter, type TriggerCalls } from "./triggers.ts";
import type { User } from "./users.ts";

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

function decodeEntities(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|([a-z]+));/gi, (whole, hex, decimal, name) => {
    if (name) return entities[String(name).toLowerCase()] ?? whole;
    const point = hex ? Number.parseInt(hex, 16) : Number(decimal);
    return point <= 0x10ffff ? String.fromCodePoint(point) : whole;
  });
}

export function htmlToPlainText(html: string): string {
  const words = html
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<(head|style|script|title)\b[\s\S]*?<\/\1\s*>/gi, "")
    .replace(/\s+/g, " ")
    .replace(/<a\b[^>]*?href="([^"]*)"[^>]*>(.*?)<\/a\s*>/gi, (_, href, label) =>
      href === label ? href : `${label} (${href})`,
    )
    .replace(/<br\s*\/?>|<\/(?:div|li|tr|ul|ol|table)\s*>/gi, "\n")
    .replace(/<\/(?:p|h[1-6])\s*>/gi, "\n\n")
    .replace(/<[^>]*>/g, "");
  return decodeEntities(words)
    .replace(/[^\S\n]*\n[^\S\n]*/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .replace(/[^\S\n]+/g, " ")
    .trim();
}

export type Mail = { to: string; subject: string; text: string; html: string };
export type SendMail = (mail: Mail) => void | Promise<void>;

export type CodeDeliveryDetails = { Destination: string; DeliveryMedium: "EMAIL"; AttributeName: "email" };

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

// https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/API_VerificationMessageTemplateType.html
const longestSubject = 140;
const longestMessage = 20_000;

function refuseUnsendable(subject: string | null, message: string | null): void {
  const refuse = (reason: string) => {
    throw new CognitoFailure("InvalidLambdaResponseException", reason);
  };
  if (message !== null && !message.includes(codeParameter)) refuse(`The message must contain ${codeParameter}`);
  if ((message?.length ?? 0) > longestMessage) refuse("The message is too long");
  if ((subject?.length ?? 0) > longestSubject) refuse("The subject is too long");
}

export function maskDelivery(email: string): CodeDeliveryDetails {
  const [name = "", domain = ""] = email.split("@");
  return {
    Destination: `${name.slice(0, 1)}***@${domain.slice(0, 1)}***`,
    DeliveryMedium: "EMAIL",
    AttributeName: "email",
  };
}

export function createSendCode(sendMail: SendMail, triggers: TriggerCalls): SendCode {
  return async (source, user, code, clientMetadata) => {
    const { emailSubject, emailMessage } = await triggers.customMessage(source, user, clientMetadata);
    refuseUnsendable(emailSubject, emailMessage);
    const to = user.attributes["email"] ?? "";
    const html = (emailMessage ?? defaults[source].html).replaceAll(codeParameter, code);
    try {
      await sendMail({ to, subject: emailSubject ?? defaults[source].subject, text: htmlToPlainText(html), html });
    } catch (error) {
      console.error("Local Cognito: the code could not be sent:", error);
      throw new CognitoFailure("CodeDeliveryFailureException", "The code could not be delivered.");
    }
    return maskDelivery(to);
  };
}
