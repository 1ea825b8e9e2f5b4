import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { text as readText } from "node:stream/consumers";
import * as z from "zod/mini";
import { listen, type RunningServer } from "../foundation/listen.ts";
import type { Inbox } from "./inbox.ts";

const statusByCode = {
  BadRequestException: 400,
  InternalServiceErrorException: 500,
  MessageRejected: 400,
  NotFoundException: 404,
} as const;

class SesFailure extends Error {
  readonly code: keyof typeof statusByCode;

  constructor(code: keyof typeof statusByCode, message: string) {
    super(message);
    this.name = "SesFailure";
    this.code = code;
  }
}

/** A header value is one line, because a line break would start another header. */
const line = z.string().check(z.regex(/^\P{Cc}*$/u, "Header contains illegal characters"));
/** An address, alone or in angle brackets after a phrase. SES accepts addresses in ASCII only. */
const Mailbox = line.check(
  z.maxLength(998),
  z.regex(
    /^(?:(?:"(?:[^"\\]|\\.)*"|[\w!#$%&'*+/=?^`{|}~ -]*) ?<[!-;=?-~]+@[!-;=?-~]+>|[!-;=?-~]+@[!-;=?-~]+)$/,
    "Invalid address",
  ),
);
const Content = z.strictObject({ Data: z.string().check(z.minLength(1)), Charset: z.optional(z.literal("UTF-8")) });
const SendEmail = z.strictObject({
  FromEmailAddress: Mailbox,
  ConfigurationSetName: z.optional(z.string()),
  Destination: z.strictObject({ ToAddresses: z.array(Mailbox).check(z.minLength(1), z.maxLength(50)) }),
  ReplyToAddresses: z.optional(z.array(Mailbox)),
  Content: z.strictObject({
    Simple: z.strictObject({
      Subject: z.strictObject({ Data: line, Charset: z.optional(z.literal("UTF-8")) }),
      Body: z.strictObject({ Text: Content, Html: Content }),
    }),
  }),
});

export type SesOptions = {
  port: number;
  sender: string;
  configurationSet: string;
  deliver: Inbox["deliver"];
};

/** Decodes words in UTF-8 and base64: https://www.rfc-editor.org/rfc/rfc2047 */
function decodePhrase(mailbox: string): string {
  return mailbox
    .replace(/\?= (?==\?)/g, "?=")
    .replace(/=\?UTF-8\?B\?([A-Za-z0-9+/=]*)\?=/g, (_, base64) =>
      Buffer.from(String(base64), "base64").toString("utf8"),
    );
}

const parseAddress = (mailbox: string) => /<([^<>]+)>$/.exec(mailbox)?.[1] ?? mailbox;

function sendEmail(input: unknown, { sender, configurationSet, deliver }: SesOptions): object {
  const { FromEmailAddress: from, Destination, ReplyToAddresses = [], Content, ...rest } = SendEmail.parse(input);
  const { ConfigurationSetName: set = configurationSet } = rest;
  if (set !== configurationSet) throw new SesFailure("NotFoundException", `Configuration set <${set}> does not exist.`);
  if (parseAddress(from) !== sender) {
    throw new SesFailure("MessageRejected", `Email address is not verified: ${parseAddress(from)}`);
  }
  const { Subject, Body } = Content.Simple;
  const mail = { subject: Subject.Data, text: Body.Text.Data, html: Body.Html.Data };
  const replyTo = ReplyToAddresses.map(decodePhrase).join(", ");
  for (const to of Destination.ToAddresses) {
    deliver({ to: parseAddress(to), ...mail, ...(replyTo ? { replyTo } : {}) });
  }
  return { MessageId: randomUUID() };
}

async function handleRequest(message: IncomingMessage, options: SesOptions): Promise<object> {
  const body = await readText(message);
  // The fake does not check the signature, so a page in the developer's browser could forge a request. The header
  // Origin reveals such a page.
  const isSigned =
    message.headers.authorization?.startsWith("AWS4-HMAC-SHA256 ") && message.headers.origin === undefined;
  if (message.method !== "POST" || message.url !== "/v2/email/outbound-emails" || !isSigned) {
    throw new SesFailure("NotFoundException", `The local cloud has no ${message.method} ${message.url}`);
  }
  return sendEmail(JSON.parse(body), options);
}

function asFailure(cause: unknown): SesFailure {
  if (cause instanceof SesFailure) return cause;
  if (cause instanceof z.core.$ZodError || cause instanceof SyntaxError) {
    return new SesFailure("BadRequestException", cause.message);
  }
  console.error("Local SES:", cause);
  return new SesFailure("InternalServiceErrorException", "An error occurred on the server side.");
}

/** @throws PortTakenError */
export function startSes(options: SesOptions): Promise<RunningServer> {
  return listen(async (message, response) => {
    try {
      const output = JSON.stringify(await handleRequest(message, options));
      response.writeHead(200, { "content-type": "application/json" }).end(output);
    } catch (cause) {
      const { code, message: reason } = asFailure(cause);
      response.writeHead(statusByCode[code], { "content-type": "application/json", "x-amzn-errortype": code });
      response.end(JSON.stringify({ message: reason }));
    }
  }, options.port);
}
