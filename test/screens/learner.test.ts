import { inject, test } from "vitest";
import { waitForHeading, waitForToast } from "../e2e/support/accounts.ts";
import { openFileBrowser } from "../e2e/support/file-browser.ts";
import { newLearner, signUp, signUpFree } from "../e2e/support/learner.ts";
import { pauseToasts } from "../e2e/support/pause-toasts.ts";
import { seedPractice } from "../e2e/support/seed-practice.ts";
import { openTab } from "../e2e/support/settings.ts";
import { waitUntilShown } from "../e2e/support/wait-until-shown.ts";
import { captureScene } from "./support/capture-scene.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

test("captures pages of a learner without a paid plan", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUp(page, appUrl, learner);
  await captureScene(page, "learner-choosing");
  await page.getByRole("button", { name: "Get Started" }).click();
  await waitForHeading(page, `Welcome, ${learner.name}`);
  const begin = page.getByRole("main").getByRole("link", { name: "Start", exact: true });
  await waitUntilShown(page.getByText("10 segments"));
  await captureScene(page, "learner-home-free", { inView: [begin, page.getByRole("heading", { name: "Dialogues" })] });
  await page.getByRole("button", { name: /Account menu/ }).click();
  await waitUntilShown(page.getByRole("menuitem", { name: "Log out" }));
  await captureScene(page, "learner-menu");
  await page.getByRole("menuitem", { name: "Support" }).click();
  await waitUntilShown(page.getByLabel("Title"));
  await captureScene(page, "learner-support");
  const send = page.getByRole("button", { name: "Send" });
  await page.getByLabel("Title").press("Enter");
  await waitForToast(page, "Error", "Please fill in both title and feedback fields.");
  await pauseToasts(page);
  await captureScene(page, "learner-support-told", { inView: [page.getByLabel("Title"), send] });
  await page.getByRole("button", { name: /Account menu/ }).click();
  const logOut = page.getByRole("menuitem", { name: "Log out" });
  await waitUntilShown(logOut);
  await captureScene(page, "learner-menu-told", { inView: [page.getByRole("menuitem", { name: "Profile" }), logOut] });
  await page.keyboard.press("Escape");
  await page.goto(`${appUrl}/topic/example-99`);
  await waitUntilShown(page.getByRole("main").getByRole("heading").first());
  await captureScene(page, "learner-no-dialogue", { inView: [page.getByRole("button", { name: "Go Back" })] });
  await page.goto(`${appUrl}/topic/health-1`);
  await waitUntilShown(page.getByRole("main").getByRole("heading").first());
  await captureScene(page, "learner-not-in-plan", { inView: [page.getByRole("link", { name: "Choose a language" })] });
});

test("captures the profile of a learner with the free plan", async () => {
  const { page } = await openPage();
  await signUpFree(page, appUrl, newLearner());
  await page.goto(`${appUrl}/profile`);
  await page.route("**/profile", (route) => (route.request().method() === "PATCH" ? route.abort() : route.continue()));
  await page.getByLabel("Full name").fill("Asha K. Rai");
  await page.getByRole("button", { name: "Save changes" }).click();
  await waitForToast(page, "Error updating profile");
  await pauseToasts(page);
  const language = page.getByRole("combobox");
  await language.fill("ne");
  await waitUntilShown(page.getByRole("option", { name: /Nepali/ }));
  await captureScene(page, "learner-language-told", {
    inView: [language, page.getByRole("option", { name: /Nepali/ })],
  });
  await page.keyboard.press("Escape");
  await page.reload();
  for (const tab of ["Profile", "Account", "Plan", "Security"]) {
    await openTab(page, tab);
    await captureScene(page, `learner-${tab.toLowerCase()}`);
  }
  await page.getByRole("button", { name: "Delete account" }).first().click();
  await waitUntilShown(page.getByRole("dialog"));
  await captureScene(page, "learner-delete");
});

test("captures Home with and without dialogues", async () => {
  const { page } = await openPage();
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  const dialogue = (n: number, of: number) => ({ language: "nepali", scenarioId: `example-${n}`, of }) as const;
  await seedPractice(appUrl, learner, [
    { ...dialogue(1, 10), done: 10, at: "2026-01-05T12:00:00.000Z", finished: true },
    { ...dialogue(2, 12), done: 4, at: "2026-01-06T12:00:00.000Z" },
  ]);
  await page.reload();
  const call = (name: string) => page.getByRole("main").getByRole("link", { name, exact: true });
  await waitUntilShown(call("Continue"));
  await waitUntilShown(page.getByText("4 of 12 segments done"));
  await captureScene(page, "learner-home-begun", { inView: [call("Continue"), page.getByText("1 of 3 completed")] });
  await seedPractice(appUrl, learner, [
    { ...dialogue(2, 12), done: 12, at: "2026-01-07T12:00:00.000Z", finished: true },
    { ...dialogue(3, 14), done: 14, at: "2026-01-08T12:00:00.000Z", finished: true },
  ]);
  await page.reload();
  await waitUntilShown(page.getByText("3 of 3 completed"));
  await captureScene(page, "learner-home-completed", { inView: [call("Practise again")] });
  await page.getByRole("radio", { name: "Not started" }).check();
  await captureScene(page, "learner-home-nothing-left", { inView: [call("Practise again")] });
  await page.route("**/nepali/example/metadata.json*", (route) =>
    route.fulfill({ json: [], headers: { "access-control-allow-origin": appUrl } }),
  );
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith("cache_")) localStorage.removeItem(key);
  });
  await page.reload();
  await waitUntilShown(page.getByRole("heading", { name: "No scenarios found" }));
  await captureScene(page, "learner-home-empty");
});
