import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { Refusal } from "../../domain/http/refusal.ts";
import { toOneLine } from "../../domain/support/support-message.ts";
import { log } from "../runtime/log.ts";
import { createAwsClient } from "../runtime/time-limits.ts";

export type Mail = {
  to: string;
  /** One line. */
  subject: string;
  text: string;
  html: string;
  /** Who receives the answer. */
  replyTo?: { name: string; email: string };
};

export type Mailer = {
  /**
   * Sends an e-mail. If this rejects, SES did not accept it.
   * @throws Refusal "mail_unavailable"
   */
  send: (mail: Mail) => Promise<void>;
};

/** What SES takes for an address: ASCII, and nothing that ends it or begins another. */
const plainAddress = /^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u;
const isAscii = (text: string) => /^[\x20-\x7e]*$/.test(text);

/** Most bytes of text in one encoded word, which may have 75 characters in all. https://www.rfc-editor.org/rfc/rfc2047#section-2 */
const maxEncodedWordBytes = 42;

/** A text as encoded words of RFC 2047, none of which splits a character. */
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

/**
 * An address with its name as it may stand in a header, whatever the name is; null for an address that SES takes in no
 * header, such as one that is not ASCII.
 */
export function formatMailbox({ name, email }: { name: string; email: string }): string | null {
  if (!isAscii(email) || !plainAddress.test(email)) return null;
  const shown = toOneLine(name).trim();
  if (shown === "") return email;
  const phrase = isAscii(shown) ? `"${shown.replace(/["\\]/g, "\\$&")}"` : encodeWords(shown);
  return `${phrase} <${email}>`;
}

export type MailerSettings = {
  /** The address that everything is sent from. */
  sender: string;
  /** The SES configuration set by which it is sent, which counts what does not arrive. */
  configurationSet: string;
};

/** Amazon SES as the mailer. */
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
        // What SES says may name an address.
        log("error", "mail not sent", { error: error instanceof Error ? error.name : "unknown" });
        throw new Refusal("mail_unavailable", "The message could not be sent. Please try again later.");
      }
    },
  };
}
