import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import * as z from "zod/mini";
import { fetchConfig, signIn } from "../support/learner.ts";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUp } from "./support/learner.ts";
import { createToastExpectations } from "./support/toasts.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const toasts = createToastExpectations({
  incomplete: ["Error", "Please fill in both title and feedback fields."],
  unreachable: ["Error sending message", /Parlance cannot be reached\..*Your text is kept on the Support page\./],
  failed: ["Error sending message", "Something went wrong. Please try again later."],
  tooOften: ["Error sending message", /Try again in \d+ minutes\..*Your text is kept on the Support page/],
  sent: ["Message sent successfully", "Thank you for your feedback. We'll get back to you soon!"],
});

const Mails = z.array(
  z.object({ subject: z.string(), text: z.string(), html: z.string(), replyTo: z.optional(z.string()) }),
);

async function mailsFrom(email: string) {
  const response = await fetch(`${appUrl}/local/inbox.json?to=support@parlance.example`);
  return Mails.parse(await response.json()).filter(({ text }) => text.includes(email));
}

const title = (page: Page) => page.getByLabel("Title");
const feedback = (page: Page) => page.getByLabel("Feedback or Issue");
const send = (page: Page) => page.getByRole("button", { name: "Send" });
const isApi = (url: URL) => url.pathname === "/support-messages";

test("offers Support on the page of plans to a learner with an inactive subscription", async () => {
  const { page } = await openPage();
  await page.route("**/account", async (route) => {
    const response = await route.fetch();
    const account = await response.json();
    const at = new Date().toISOString();
    const row = { plan_type: "free", active: false, start_date: at, end_date: null, updated_at: at };
    await route.fulfill({ response, json: { ...account, subscription: { user_id: "learner", ...row } } });
  });
  await signUp(page, appUrl, newLearner());
  await page.getByRole("button", { name: "Get Started" }).waitFor();
  expect(await page.getByRole("button", { name: /Account menu/ }).isDisabled()).toBe(true);
  await page.getByRole("link", { name: "Go to Support" }).click();
  await waitUntilShown(page.getByRole("heading", { name: "Support" }));
});

test("sends a support message once, even without a plan", async () => {
  const { page, context } = await openPage();
  const learner = newLearner();
  await signUp(page, appUrl, learner);
  await page.getByRole("link", { name: "Go to Support" }).click();
  await waitUntilShown(page.getByRole("heading", { name: "Support" }));
  expect(await page.getByRole("button", { name: /Account menu/ }).isEnabled()).toBe(true);
  expect(await send(page).isDisabled()).toBe(true);
  await expectAccessibleInEveryAppearance(page);

  await title(page).fill("   ");
  await feedback(page).fill("Text alone");
  expect(await send(page).isDisabled()).toBe(true);
  await title(page).press("Enter");
  await toasts.sees(page, "incomplete");
  await title(page).fill(`  <b>नमस्ते</b> 🙂 שלום ${"x".repeat(190)}  `);
  await waitUntilShown(page.getByText("Please shorten this by"));
  expect(await send(page).isDisabled()).toBe(true);
  await expectAccessibleInEveryAppearance(page);
  await title(page).fill("  <b>नमस्ते</b> 🙂 שלום  ");
  await waitUntilShown(page.getByText("20 / 200"));
  const text = "First line\r\n  <script>alert(1)</script>\n🙂\n\n";
  await feedback(page).fill(text);
  expect(await send(page).isDisabled()).toBe(false);

  await page.reload();
  expect(await title(page).inputValue()).toBe("  <b>नमस्ते</b> 🙂 שלום  ");
  expect(await feedback(page).inputValue()).toContain("<script>alert(1)</script>");
  await context.setOffline(true);
  await send(page).click();
  await toasts.sees(page, "unreachable");
  await context.setOffline(false);
  await page.route(isApi, (route) =>
    route.fulfill({ status: 500, body: "{}", headers: { "access-control-allow-origin": appUrl } }),
  );
  await send(page).click();
  await toasts.sees(page, "failed");
  expect(await feedback(page).inputValue()).toContain("First line");
  await page.unrouteAll();

  let calls = 0;
  page.on("request", (request) => {
    if (request.method() === "POST" && isApi(new URL(request.url()))) calls += 1;
  });
  await send(page).dblclick();
  await toasts.sees(page, "sent");
  await waitUntilShown(page.getByRole("heading", { name: "Choose Your Plan" }));
  expect(calls).toBe(1);
  const [mail, ...others] = await mailsFrom(learner.email);
  expect(others).toEqual([]);
  expect(mail?.subject).toContain("<b>नमस्ते</b> 🙂 שלום");
  expect(mail?.replyTo).toContain(learner.email);
  expect(mail?.text).toContain("First line\n  <script>alert(1)</script>\n🙂");
  expect(mail?.html).not.toContain("<script>");
  await page.goto(`${appUrl}/support`);
  expect(await title(page).inputValue()).toBe("");
});

test("keeps the text that a learner changes while a support message is sent", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUp(page, appUrl, learner);
  await page.getByRole("link", { name: "Go to Support" }).click();
  await title(page).fill("No sound");
  await feedback(page).fill("I hear nothing.");
  const gate = Promise.withResolvers<void>();
  await page.route(isApi, async (route) => {
    if (route.request().method() === "POST") await gate.promise;
    await route.fallback();
  });
  await send(page).click();
  await waitUntilShown(page.getByRole("button", { name: "Sending..." }));
  await title(page).fill("No microphone");
  gate.resolve();
  await toasts.sees(page, "sent");
  expect([await title(page).inputValue(), await feedback(page).inputValue()]).toEqual([
    "No microphone",
    "I hear nothing.",
  ]);
  expect(new URL(page.url()).pathname).toBe("/support");
  expect((await mailsFrom(learner.email)).map(({ subject }) => subject)).toEqual([expect.stringContaining("No sound")]);
});

test("shows when the next support message can be sent after five in an hour", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUp(page, appUrl, learner);
  const { apiUrl } = await fetchConfig(appUrl);
  const { AccessToken } = await signIn(appUrl, learner);
  await page.getByRole("button", { name: "Get Started" }).click();
  await waitUntilShown(page.getByRole("heading", { name: /Welcome/ }));
  for (let message = 1; message <= 5; message += 1) {
    const body = JSON.stringify({ title: `Message ${message}`, feedback: "Text" });
    const headers = { authorization: `Bearer ${AccessToken}`, "content-type": "application/json" };
    expect((await fetch(`${apiUrl}/support-messages`, { method: "POST", headers, body })).status).toBe(200);
  }
  await page.goto(`${appUrl}/support`);
  await title(page).fill("One more");
  await feedback(page).fill("Of many");
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).toContain("One more");
  await send(page).click();
  await toasts.sees(page, "tooOften");
  expect(await feedback(page).inputValue()).toBe("Of many");
  await expectAccessibleInEveryAppearance(page);
  await page.getByRole("button", { name: /Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await waitUntilShown(page.getByRole("banner").getByRole("link", { name: "Log in" }));
  await expect.poll(() => page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain("One more");
});
