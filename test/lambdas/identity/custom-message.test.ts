import { ForgotPasswordCommand, ResendConfirmationCodeCommand } from "@aws-sdk/client-cognito-identity-provider";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { parseCodeLink } from "../../../domain/accounts/code-link.ts";
import { customiseMessage, handler } from "../../../lambdas/identity/custom-message.ts";
import { createLearner, createPoolClient, fetchMails, type Learner, signUp } from "../../support/learner.ts";
import { captureLog, logLines, logText } from "../support/capture-log.ts";
import { context } from "../support/event.ts";
import { cloud } from "../support/learners.ts";

beforeEach(captureLog);
afterEach(() => vi.unstubAllEnvs());

const appOrigin = "https://parlance.example";
const appOrigins = [appOrigin, "http://localhost:5173"];
const email = "asha@example.com";
const code = "{####}";

const message = (
  triggerSource: string,
  userAttributes: { name?: string; email?: string } = { name: "Asha" },
  clientMetadata?: Record<string, string>,
) => ({
  version: "1",
  region: "ap-southeast-2",
  userPoolId: "ap-southeast-2_Parlance1",
  userName: "asha",
  callerContext: { awsSdkVersion: "3", clientId: "web" },
  triggerSource,
  request: {
    userAttributes: { sub: "1", email, ...userAttributes },
    ...(clientMetadata && { clientMetadata }),
    codeParameter: code,
    linkParameter: "{##Click Here##}",
    usernameParameter: null,
  },
  response: { smsMessage: null, emailMessage: null, emailSubject: null },
});

async function worded(...given: Parameters<typeof message>) {
  const { response } = await customiseMessage(message(...given), { appOrigins });
  const { emailSubject, emailMessage } = response;
  return { subject: String(emailSubject), html: String(emailMessage) };
}

const verification = "Your Parlance verification code";
const reset = "Your Parlance password reset code";

describe("the custom-message trigger", () => {
  // Cognito's code lasts 24 hours for a sign-up, and one hour for a password reset.
  test.each([
    ["CustomMessage_SignUp", verification, "/otp-verification", "24 hours", "did not sign up"],
    ["CustomMessage_ResendCode", verification, "/otp-verification", "24 hours", "did not sign up"],
    ["CustomMessage_ForgotPassword", reset, "/new-password", "one hour", "did not ask for this"],
  ])("writes the subject, code, link and ending of the email for %s", async (source, subject, path, life, ending) => {
    const mail = await worded(source);
    expect(mail.subject).toBe(subject);
    expect(mail.html).toContain(">Hello,<");
    expect(mail.html).toContain(`>${code}<`);
    expect(mail.html).toContain(`href="${appOrigin}${path}#email=asha%40example.com&amp;code=${code}"`);
    expect(mail.html.split(code)).toHaveLength(3);
    expect(mail.html).toContain(`The code works for ${life}. Only the newest code works.`);
    expect(mail.html).toContain(ending);
  });

  test.each([
    "CustomMessage_AdminCreateUser",
    "CustomMessage_UpdateUserAttribute",
    "CustomMessage_VerifyUserAttribute",
    "CustomMessage_Authentication",
    "CustomMessage_Unheard",
  ])("does not change the email for %s", async (source) => {
    const event = message(source);
    expect(await customiseMessage(event, { appOrigins })).toEqual(event);
  });

  test("changes only the subject and the text of the email", async () => {
    const event = message("CustomMessage_SignUp");
    const { response, ...rest } = await customiseMessage(event, { appOrigins });
    const { response: before, ...restBefore } = event;
    expect(rest).toEqual(restBefore);
    expect(response).toEqual({ ...before, emailSubject: expect.any(String), emailMessage: expect.any(String) });
  });

  // Anybody can sign up with the address of another person, so the name could be a message to that person.
  test.each(["Asha", "Win at evil.example", "Win at evil。example", "Call +61 491 570 156", "Аpple", "a\nb"])(
    "omits the name %j from its emails",
    async (name) => {
      for (const source of ["CustomMessage_SignUp", "CustomMessage_ResendCode", "CustomMessage_ForgotPassword"])
        expect(await worded(source, { name })).toEqual(await worded(source, {}));
    },
  );

  test.each([
    [{ origin: "http://localhost:5173" }, "http://localhost:5173"],
    [{ origin: appOrigin }, appOrigin],
    [{ origin: "https://evil.example" }, appOrigin],
    [{ origin: "" }, appOrigin],
    [{ other: "1" }, appOrigin],
  ])("with the metadata %j links to %s", async (clientMetadata, origin) => {
    const { html } = await worded("CustomMessage_ForgotPassword", {}, clientMetadata);
    expect(html).toContain(`href="${origin}/new-password#`);
  });

  test("escapes the email address in the link", async () => {
    const { html } = await worded("CustomMessage_SignUp", { email: `a"><b>&code=1#'@example.com` });
    expect(html).toContain('#email=a%22%3E%3Cb%3E%26code%3D1%23&#39;%40example.com&amp;code={####}"');
  });

  test("writes an email within Cognito's limits for an address of 2,048 characters", async () => {
    const longest = { email: "&".repeat(2048) };
    const { html, subject } = await worded("CustomMessage_SignUp", longest);
    expect(html.length).toBeLessThan(20_000);
    expect(subject.length).toBeLessThanOrEqual(140);
  });

  test("writes an email without scripts and without resources from other servers", async () => {
    const { html } = await worded("CustomMessage_SignUp");
    expect(html).not.toMatch(/<script|<img|<link|<style|src=|url\(|\son\w+=/i);
  });

  test("without metadata links to the first app origin, and logs neither personal data nor the code", async () => {
    vi.stubEnv("APP_ORIGINS", appOrigins.join(","));
    expect(await handler(message("CustomMessage_SignUp"), context)).toHaveProperty(
      "response.emailMessage",
      (await worded("CustomMessage_SignUp")).html,
    );
    expect(logLines()).toMatchObject([{ level: "INFO", eventHandler: "custom-message" }]);
    expect(logText()).not.toMatch(/asha|####/i);
  });

  test("throws and logs an error for an event without a code", async () => {
    const { request, ...rest } = message("CustomMessage_SignUp");
    const event = { ...rest, request: { userAttributes: request.userAttributes } };
    await expect(handler(event, context)).rejects.toThrow("codeParameter");
    expect(logLines()).toMatchObject([{ level: "ERROR", eventHandler: "custom-message" }]);
  });
});

describe("the custom-message trigger in the local cloud", () => {
  const name = "Asha <b>Rai</b>";
  const newestMail = async ({ email }: Pick<Learner, "email">) => (await fetchMails(cloud.webUrl, email))[0];

  test("writes the verification email for a sign-up and for a second code", async () => {
    const signedUp = await signUp(cloud.webUrl, { name });
    const first = await newestMail(signedUp);
    expect(first).toMatchObject({ to: signedUp.email, subject: verification });
    expect(`${first?.html}${first?.text}`).not.toMatch(/Asha|Rai|<b>/);
    const [, sent = ""] = /^(\d{6})$/m.exec(first?.text ?? "") ?? [];
    const link = `${cloud.webUrl}/otp-verification#email=${encodeURIComponent(signedUp.email)}&code=${sent}`;
    expect(first?.text).toContain(`(${link})`);
    expect(parseCodeLink(new URL(link).hash)).toEqual({ email: signedUp.email, code: sent });
    const { client, clientId } = await createPoolClient(cloud.webUrl);
    await client.send(new ResendConfirmationCodeCommand({ ClientId: clientId, Username: signedUp.email }));
    expect(await fetchMails(cloud.webUrl, signedUp.email)).toHaveLength(2);
    expect(await newestMail(signedUp)).toHaveProperty("subject", verification);
  });

  test("writes the reset email for a forgotten password", async () => {
    const learner = await createLearner(cloud.webUrl, { name });
    const { client, clientId } = await createPoolClient(cloud.webUrl);
    await client.send(new ForgotPasswordCommand({ ClientId: clientId, Username: learner.email }));
    const mail = await newestMail(learner);
    expect(mail).toMatchObject({ to: learner.email, subject: reset });
    expect(mail?.text).toMatch(/\b\d{6}\b/);
    expect(mail?.text).toContain(`${cloud.webUrl}/new-password`);
  });
});
