import { launchBrowser, openPage } from "./e2e/support/browser.ts";
import { newLearner, signUp } from "./e2e/support/learner.ts";

const app = "http://localhost:5600";
const browser = await launchBrowser();
const { page, problems } = await openPage(browser, { viewport: { width: 1440, height: 900 } });
const shot = (n: string) => page.screenshot({ path: `/tmp/shots/pay-${n}.png`, fullPage: true });
try {
  await signUp(page, app, newLearner());
  await page.waitForTimeout(800);
  await shot("pricing");
  await page.getByRole("button", { name: /Pro/ }).first().click();
  await page.waitForTimeout(2500);
  await shot("after-choose");
  console.log(page.url());
  console.log(
    await page
      .locator("body")
      .innerText()
      .then((t) => t.slice(0, 800)),
  );
  await page.getByRole("button", { name: "Pay", exact: true }).click();
  await page.waitForTimeout(1500);
  console.log(page.url());
  await shot("success");
  console.log(
    await page
      .locator("body")
      .innerText()
      .then((t) => t.slice(0, 500)),
  );
  await page.waitForTimeout(10500);
  console.log(page.url());
  await shot("language");
} catch (e) {
  console.log(String(e).slice(0, 600));
  await shot("fail");
}
console.log(problems);
await browser.close();
