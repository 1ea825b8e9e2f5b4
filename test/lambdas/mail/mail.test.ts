import fc from "fast-check";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { startSes } from "../../../fakes/ses/ses.ts";
import { createMailer, formatMailbox, type Mail } from "../../../lambdas/mail/mail.ts";
import { captureLog, logText } from "../support/capture-log.ts";

beforeEach(captureLog);

const sender = "no-reply@parlance.example";
const configurationSet = "stage-mail";
const mail: Mail = { to: "desk@parlance.example", subject: "Hello", text: "Text", html: "<p>Text</p>" };

async function aMailer(from = sender, by = configurationSet) {
  const sent: unknown[] = [];
  const ses = await startSes({ port: 0, sender, configurationSet, deliver: (delivered) => sent.push(delivered) });
  onTestFinished(ses.close);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const environment = {
    AWS_ENDPOINT_URL_SESV2: ses.url,
    AWS_REGION: "local",
    AWS_ACCESS_KEY_ID: "local",
    AWS_SECRET_ACCESS_KEY: "local",
  };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  return { mailer: createMailer({ sender: from, configurationSet: by }), sent, close: ses.close };
}

/** Decodes words of UTF-8 in base64 (RFC 2047). */
const decode = (phrase: string) =>
  phrase
    .split(" ")
    .map((word) => Buffer.from(/^=\?UTF-8\?B\?(.+)\?=$/.exec(word)?.[1] ?? "", "base64").toString("utf8"))
    .join("");

describe("the mailbox of a person", () => {
  const email = "asha@example.com";

  test.each([
    ["Asha Rai", `"Asha Rai" <${email}>`],
    ['Asha "Ash" \\ Rai', `"Asha \\"Ash\\" \\\\ Rai" <${email}>`],
    ["Asha <x@y.z>, Ben", `"Asha <x@y.z>, Ben" <${email}>`],
    ["Asha\r\nBcc: x@y.z", `"Asha Bcc: x@y.z" <${email}>`],
    ["", email],
    [" \n ", email],
  ])("with the name %j is %s", (name, expected) => {
    expect(formatMailbox({ name, email })).toBe(expected);
  });

  test("has encoded words of at most 75 characters for a long name in Devanagari", () => {
    const name = "आशा राई ".repeat(20).trim();
    const phrase = formatMailbox({ name, email })?.slice(0, -` <${email}>`.length) ?? "";
    expect(phrase.split(" ").length).toBeGreaterThan(5);
    for (const word of phrase.split(" ")) expect(word.length).toBeLessThanOrEqual(75);
    expect(decode(phrase)).toBe(name);
  });

  test("is one line of ASCII for any name, and its encoded words decode to the cleaned name", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (name) => {
        const header = formatMailbox({ name, email }) ?? "";
        expect(header).toMatch(/^[\x20-\x7e]*$/);
        expect(header.endsWith(email) || header.endsWith(` <${email}>`)).toBe(true);
        if (!header.startsWith("=?")) return;
        const phrase = header.slice(0, -` <${email}>`.length);
        for (const word of phrase.split(" ")) expect(word.length).toBeLessThanOrEqual(75);
        expect(decode(phrase)).toBe(name.replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, " ").trim());
      }),
    );
  });

  test.each([
    "आशा@example.com",
    "asha@उदाहरण.com",
    "asha",
    "a b@example.com",
    "a@b,c@d",
    "a@b>c",
    "",
    "a@b\r\nBcc:c@d",
  ])("is null for the invalid or non-ASCII address %j", (bad) => {
    expect(formatMailbox({ name: "Asha", email: bad })).toBeNull();
  });
});

describe("the mailer", () => {
  test("adds a reply-to address to a mail only if the address is ASCII", async () => {
    const { mailer, sent } = await aMailer();
    await mailer.send({ ...mail, replyTo: { name: "आशा", email: "asha@example.com" } });
    await mailer.send({ ...mail, replyTo: { name: "Asha", email: "आशा@example.com" } });
    await mailer.send(mail);
    expect(sent).toEqual([{ ...mail, replyTo: "आशा <asha@example.com>" }, mail, mail]);
  });

  test("puts a subject on one line", async () => {
    const { mailer, sent } = await aMailer();
    await mailer.send({ ...mail, subject: "Hello\r\nBcc: everybody@example.com" });
    expect(sent).toMatchObject([{ subject: "Hello Bcc: everybody@example.com" }]);
  });

  test("throws mail_unavailable and logs no personal data if SES rejects the mail or is unreachable", async () => {
    const wrong = await aMailer("other@parlance.example");
    await expect(wrong.mailer.send(mail)).rejects.toMatchObject({ code: "mail_unavailable" });
    expect(logText()).toContain("MessageRejected");
    const down = await aMailer();
    await down.close();
    await expect(down.mailer.send(mail)).rejects.toMatchObject({ code: "mail_unavailable" });
    expect(down.sent).toEqual([]);
    expect(logText()).not.toMatch(/@|Hello|Text/);
  });
});
