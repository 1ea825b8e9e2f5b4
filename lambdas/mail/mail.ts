import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { Refusal } from "../../domain/http/refusal.ts";
import { toOneLine } from "../../domain/support/support-message.ts";
import { log } from "../runtime/log.ts";
import { createAwsClient } from "../runtime/time-limits.ts";

export type Mail = {
  to: string;
  subject: string;
  text: string;
  html: string;
  replyTo?: { name: string; email: string };
};

export type Mailer = {
  /** @throws Refusal "mail_unavailable" */
  send: (mail: Mail) => Promise<void>;
};

/** Matches addresses without characters that end an address or start another. SES also requires ASCII. */
const plainAddress = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u;
const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text);

/**
 * In bytes of text. An encoded word has at most 75 characters:
 * https://www.rfc-editor.org/rfc/rfc2047#section-2
 */
const maxEncodedWordBytes = 42;

function encodeWords(text: string): string {
  const words: string[] = [];
  let word = "";
  for (const character of text) {
    if (Buffer.byteLength(word + character) > maxEncodedWordBytes) {
      words.push(word);
      word = "";
    }
    word += character;
  }
  return [...words, word].map((each) => `=?UTF-8?B?${Buffer.from(each).toString("base64")}?=`).join(" ");
}

export function formatMailbox({ name, email }: { name: string; email: string }): string | null {
  if (!isAscii(email) || !plainAddress.test(email)) return null;
  const shown = toOneLine(name).trim();
  if (shown === "") return email;
  const phrase = isAscii(shown) ? `"${shown.replace(/["\\]/g, "\\$&")}"` : encodeWords(shown);
  return `${phrase} <${email}>`;
}

export type MailerSettings = {
  sender: string;
  configurationSet: string;
};

export function createMailer({ sender, configurationSet }: MailerSettings): Mailer {
  const ses = createAwsClient((settings) => new SESv2Client(settings));
  const content = (Data: string) => ({ Data, Charset: "UTF-8" });
  return {
    send: async ({ to, subject, text, html, replyTo }) => {
      const answersTo = replyTo ? formatMailbox(replyTo) : null;
      const command = new SendEmailCommand({
        FromEmailAddress: sender,
        ConfigurationSetName: configurationSet,
        Destination: { ToAddresses: [to] },
        ...(answersTo ? { ReplyToAddresses: [answersTo] } : {}),
        Content: {
          Simple: { Subject: content(toOneLine(subject)), Body: { Text: content(text), Html: content(html) } },
        },
      });
      try {
        await ses.send(command);
      } catch (error) {
        // SES errors may contain an email address, so only the name of the error is logged.
        log("error", "mail not sent", { error: error instanceof Error ? error.name : "unknown" });
        throw new Refusal("mail_unavailable", "The message could not be sent. Please try again later.");
      }
    },
  };
}
