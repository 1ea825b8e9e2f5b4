import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { aLearner, cloud, stored } from "../support/learners.ts";
import { expectRefused } from "../support/refused.ts";

const operator = "support@parlance.example";
const Mails = z.array(
  z.object({ subject: z.string(), text: z.string(), html: z.string(), replyTo: z.optional(z.string()) }),
);

async function messagesOf(email: string) {
  const mails = Mails.parse(await (await fetch(`${cloud.webUrl}/local/inbox.json?to=${operator}`)).json());
  return mails.filter(({ replyTo, text }) => replyTo?.includes(email) || text.includes(email));
}

const message = (title: string, feedback = "The second segment is silent.") => ({ body: { title, feedback } });

describe("a message to support", () => {
  test("is sent to the operator with the learner as reply-to address", async () => {
    const { ask, email, userId } = await aLearner({ name: "Asha Rai" });
    expect(await ask("send-support-email", message("  No sound  ", "Line one\r\nline two  "))).toEqual({ sent: true });
    const [mail, ...others] = await messagesOf(email);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: "[Parlance support] No sound", replyTo: `"Asha Rai" <${email}>` });
    expect(mail?.text).toBe(`Line one\nline two\n\n-- \nFrom: Asha Rai <${email}>\nUser id: ${userId}`);
    expect(mail?.html).toContain(`From: Asha Rai &lt;${email}&gt;<br>User id: ${userId}</p>`);
  });

  test.each([
    ["a mail header", "Hello\r\nBcc: everybody@example.com", "[Parlance support] Hello Bcc: everybody@example.com"],
    ["a single line feed", "Hello\nX: y", "[Parlance support] Hello X: y"],
    ["unusual line ends", "Hello\u2028X: y\u0085Z\u0000", "[Parlance support] Hello X: y Z"],
    ["text that runs backwards", "Hello \u202egnp.exe", "[Parlance support] Hello  gnp.exe"],
    ["an encoded word", "=?UTF-8?B?SGk=?=", "[Parlance support] =?UTF-8?B?SGk=?="],
    ["an emoji and Devanagari letters", "🌸 आवाज छैन", "[Parlance support] 🌸 आवाज छैन"],
  ])("has its title on one line if the title has %s", async (_, title, subject) => {
    const { ask, email } = await aLearner();
    await ask("send-support-email", message(title));
    expect(await messagesOf(email)).toMatchObject([{ subject }]);
  });

  test("escapes HTML in title, text and name", async () => {
    const evil = `<img src=x onerror="alert(1)">&'`;
    const { ask, email } = await aLearner({ name: evil });
    await ask("send-support-email", message(evil, evil));
    const [mail] = await messagesOf(email);
    expect(mail?.html).not.toMatch(/<img|onerror="/);
    expect(mail?.html.split("&lt;img src=x onerror=&quot;alert(1)&quot;&gt;&amp;&#39;")).toHaveLength(4);
    expect(mail?.text.startsWith(evil)).toBe(true);
  });

  test.each([
    ["quotes and an address", `Asha" <evil@example.com>, "x`, `"Asha\\" <evil@example.com>, \\"x" <EMAIL>`],
    ["Devanagari letters", "आशा राई", "आशा राई <EMAIL>"],
    [
      "more text than an encoded word may hold",
      "आशा राई ".repeat(12).trim(),
      `${"आशा राई ".repeat(12).trim()} <EMAIL>`,
    ],
  ])("has only the learner's reply-to address if the name contains %s", async (_, name, replyTo) => {
    const { ask, email } = await aLearner({ name });
    await ask("send-support-email", message("Hello"));
    expect(await messagesOf(email)).toMatchObject([{ replyTo: replyTo.replace("EMAIL", email) }]);
  });

  test("has the name on one line if the stored name has a line end", async () => {
    const { ask, email, userId } = await aLearner();
    const name = "Asha\r\nBcc: x@example.com";
    await stored.put("profiles", { id: userId, full_name: name, email, language_preference: null });
    await ask("send-support-email", message("Hello"));
    expect(await messagesOf(email)).toMatchObject([{ replyTo: `"Asha Bcc: x@example.com" <${email}>` }]);
  });

  test.each([
    ["without a title", { title: " \n ", feedback: "x" }],
    ["without a text", { title: "x", feedback: " \t\n " }],
    ["with a title of more than 200 characters", { title: "x".repeat(201), feedback: "x" }],
    ["with a text of more than 5,000 characters", { title: "x", feedback: "x".repeat(5001) }],
    ["with a sender in the body", { title: "x", feedback: "x", userEmail: "other@example.com", userName: "Other" }],
  ])("%s is refused and not sent", async (_, body) => {
    const { call, email } = await aLearner();
    expectRefused(await call("send-support-email", { body }), "bad_request");
    expect(await messagesOf(email)).toEqual([]);
  });

  test("may have a trimmed title of 200 characters and a trimmed text of 5,000 characters", async () => {
    const { ask, email } = await aLearner();
    await ask("send-support-email", message(` ${"t".repeat(200)}\n`, `\n${"f".repeat(5000)}  `));
    expect((await messagesOf(email))[0]?.subject).toHaveLength("[Parlance support] ".length + 200);
  });

  test("is sent at most five times in an hour if the learner repeats the message", async () => {
    const { ask, call, email } = await aLearner();
    const same = message("Again", "The same");
    await Promise.all([1, 2, 3, 4, 5].map(() => ask("send-support-email", same)));
    expectRefused(await call("send-support-email", same), "too_many_requests");
    expect(await messagesOf(email)).toHaveLength(5);
    expect(await (await aLearner()).ask("send-support-email", same)).toEqual({ sent: true });
  });
});
