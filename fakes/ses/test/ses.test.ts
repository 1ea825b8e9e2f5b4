import { SESv2Client, SendEmailCommand, type SendEmailCommandInput } from "@aws-sdk/client-sesv2";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { RunningServer } from "../../foundation/listen.ts";
import { openState } from "../../foundation/state.ts";
import { type Inbox, openInbox } from "../inbox.ts";
import { startSes } from "../ses.ts";

const sender = "no-reply@shop.example";
let ses: RunningServer;
let client: SESv2Client;
let inbox: Inbox;
beforeEach(async () => {
  inbox = openInbox(openState(":memory:"));
  ses = await startSes({ port: 0, sender, configurationSet: "stage-mail", deliver: inbox.deliver });
  const credentials = { accessKeyId: "local", secretAccessKey: "local" };
  client = new SESv2Client({ endpoint: ses.url, region: "local", credentials, maxAttempts: 1 });
});
afterEach(() => ses.close());

const data = (Data: string) => ({ Data, Charset: "UTF-8" });
const simple = (subject = "Hello") => ({
  Simple: { Subject: data(subject), Body: { Text: data("नमस्ते"), Html: data("<p>नमस्ते</p>") } },
});
const send = (input: Partial<SendEmailCommandInput> = {}) =>
  client.send(
    new SendEmailCommand({
      FromEmailAddress: sender,
      Destination: { ToAddresses: ["desk@example.com"] },
      Content: simple(),
      ...input,
    }),
  );

describe("SendEmail", () => {
  it("stores a mail in the inbox of each recipient", async () => {
    const ToAddresses = ["desk@example.com", "Support <help@example.com>"];
    const { MessageId } = await send({ FromEmailAddress: `A Shop <${sender}>`, Destination: { ToAddresses } });
    expect(MessageId).toMatch(/\S/);
    const expected = { subject: "Hello", text: "नमस्ते", html: "<p>नमस्ते</p>", at: expect.any(String) };
    expect(inbox.list("desk@example.com")).toEqual([{ to: "desk@example.com", ...expected }]);
    expect(inbox.list("help@example.com")).toEqual([{ to: "help@example.com", ...expected }]);
  });

  it("stores the reply address, and decodes an encoded name", async () => {
    await send({ ReplyToAddresses: ['"Asha \\"A\\" Rai" <asha@example.com>'] });
    const name = `=?UTF-8?B?${Buffer.from("आशा ").toString("base64")}?= =?UTF-8?B?${Buffer.from("राई").toString("base64")}?=`;
    await send({ ReplyToAddresses: [`${name} <asha@example.com>`] });
    expect(inbox.list().map(({ replyTo }) => replyTo)).toEqual([
      "आशा राई <asha@example.com>",
      '"Asha \\"A\\" Rai" <asha@example.com>',
    ]);
  });

  it.each<[string, Partial<SendEmailCommandInput>, string]>([
    ["from an unverified sender", { FromEmailAddress: "other@shop.example" }, "MessageRejected"],
    ["without a recipient", { Destination: { ToAddresses: [] } }, "BadRequestException"],
    ["to an invalid address", { Destination: { ToAddresses: ["desk"] } }, "BadRequestException"],
    ["whose subject has two lines", { Content: simple("Hello\r\nBcc: x@y.z") }, "BadRequestException"],
    ["whose reply-to has two lines", { ReplyToAddresses: ["a@b.c\r\nBcc: x@y.z"] }, "BadRequestException"],
    ["whose reply-to is not ASCII", { ReplyToAddresses: ["आशा <asha@example.com>"] }, "BadRequestException"],
    ["whose reply-to has unbalanced quotes", { ReplyToAddresses: ['"Asha" x" <a@b.c>'] }, "BadRequestException"],
    ["that is a template", { Content: { Template: { TemplateName: "t" } } }, "BadRequestException"],
  ])("refuses a mail %s", async (_, input, name) => {
    await expect(send(input)).rejects.toMatchObject({ name });
    expect(inbox.list()).toEqual([]);
  });
});

it("the local SES refuses unknown operations, unsigned calls and calls from web pages", async () => {
  const url = `${ses.url}/v2/email/outbound-emails`;
  const signed = { authorization: "AWS4-HMAC-SHA256 x" };
  const attempts: [string, RequestInit][] = [
    [`${ses.url}/v2/email/identities`, { headers: signed }],
    [url, { method: "POST", body: "{}" }],
    [url, { method: "POST", body: "{}", headers: { ...signed, origin: "https://evil.example" } }],
  ];
  for (const [address, init] of attempts) expect((await fetch(address, init)).status).toBe(404);
  expect((await fetch(url, { method: "POST", body: "{", headers: signed })).status).toBe(400);
});
