import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { apiOf } from "../lambdas/support/call-api.ts";
import { chooseFreePlanFor, createLearner, fetchConfig } from "../support/learner.ts";
import { waitForHeading } from "./support/accounts.ts";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { createPaidLearner, createSubscriber } from "./support/payments.ts";
import { signInByTokens } from "./support/stored-tokens.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const minutes = (count: number) => count * 60;
const two = { dialogues: 2, of_exam_length: 2, seconds: minutes(7), topics: 2, exams: 1 };
const four = { dialogues: 4, of_exam_length: 4, seconds: minutes(13), topics: 4, exams: 2 };

/** Ten languages with 48 dialogues, which last 72 + 3 × 13 + 6 × 7 minutes. */
const languages = [
  { language: "arabic", ...four },
  { language: "filipino", ...two },
  { language: "hindi", ...two },
  { language: "mandarin", ...four },
  { language: "nepali", dialogues: 24, of_exam_length: 4, seconds: minutes(72), topics: 12, exams: 2 },
  { language: "punjabi", ...two },
  { language: "spanish", ...four },
  { language: "tamil", ...two },
  { language: "urdu", ...two },
  { language: "vietnamese", ...two },
];

type Published = { languages: readonly object[]; free?: readonly object[] };
const published: Published = { languages, free: [{ language: "nepali", dialogues: 3 }] };

const total =
  "48 dialogues in 10 languages, 2 h 33 min in total. Each of these languages has enough dialogues for 1 to 2 mock exams. 3 more dialogues in Nepali are free.";

const offerInNepali =
  "Nepali has 24 dialogues in 12 topics, 1 h 12 min in total. 4 of them are of exam length. Nepali has enough dialogues for 2 mock exams. 3 more dialogues in Nepali are free.";

async function publish(page: Page, catalogue: Published, once: Promise<void> = Promise.resolve()) {
  await page.route("**/public/catalogue.json", async (route) => {
    await once;
    await route.fulfill({ json: catalogue, headers: { "access-control-allow-origin": "*" } });
  });
}

test.each([360, 768, 1440])(
  "loads the landing page's dialogue counts at %i px without shifting the section below them",
  async (width) => {
    const { page, problems } = await openPage({ viewport: { width, height: 900 } });
    const told = Promise.withResolvers<void>();
    await publish(page, published, told.promise);
    await page.goto(appUrl);
    const below = page.getByRole("region", { name: "Start with the examples in Nepali" });
    const asked = page.waitForRequest("**/public/catalogue.json");
    await below.scrollIntoViewIfNeeded();
    await asked;
    const before = await below.boundingBox();
    told.resolve();
    await waitUntilShown(page.getByText(total, { exact: true }));
    expect(await below.boundingBox()).toEqual(before);
    const said = await page
      .getByRole("list", { name: "Languages that have dialogues" })
      .getByRole("listitem")
      .allInnerTexts();
    const texts = said.map((text) => text.replace(/\s+/g, " "));
    expect(texts).toHaveLength(10);
    expect(texts[0]).toBe("Nepali 24 dialogues · 1 h 12 min 2 mock exams · 3 more free dialogues");
    expect(texts).toContain("Spanish 4 dialogues · 13 min 2 mock exams · no free dialogues");
    await expectAccessibleInEveryAppearance(page);
    expect(problems).toEqual([]);
  },
);

test("shows a language's number of dialogues in the language list", async () => {
  const { page } = await openPage();
  await publish(page, published);
  await createPaidLearner(page, appUrl);
  await page.goto(`${appUrl}/language`);
  await waitForHeading(page, "Select Your Language");
  await page.getByRole("combobox", { name: "Language" }).click();
  for (const [name, note] of [
    ["Nepali", "24 dialogues · 1 h 12 min"],
    ["Vietnamese", "2 dialogues · 7 min"],
    ["Bulgarian", "No dialogues yet"],
  ]) {
    const option = page.getByRole("option", { name: new RegExp(`^${name}\\b`) });
    await waitUntilShown(option.getByText(`${note}`, { exact: true }));
  }
  await expectAccessibleInEveryAppearance(page);
});

test("shows on the pricing page how many dialogues a plan opens", async () => {
  const { page } = await openPage();
  await publish(page, published);
  await signInByTokens(page, appUrl, (await createLearner(appUrl)).tokens);
  await page.goto(`${appUrl}/pricing`);
  await waitUntilShown(page.getByText(total, { exact: true }));
  await expectAccessibleInEveryAppearance(page);

  const { page: payer } = await openPage();
  await publish(payer, published);
  await createSubscriber(payer, appUrl, "Plus");
  await payer.goto(`${appUrl}/pricing?from=home`);
  await waitUntilShown(payer.getByText(offerInNepali, { exact: true }));
  await expectAccessibleInEveryAppearance(payer);
});

test("shows only the numbers of dialogues if the catalogue contains no other figures", async () => {
  const { page } = await openPage();
  await publish(page, {
    languages: [
      { language: "nepali", dialogues: 24 },
      { language: "tamil", dialogues: 1 },
    ],
  });
  await page.goto(appUrl);
  await page.getByRole("heading", { name: "Languages" }).scrollIntoViewIfNeeded();
  await waitUntilShown(page.getByText("25 dialogues in 2 languages.", { exact: true }));
  const counts = page.getByRole("list", { name: "Languages that have dialogues" }).getByRole("listitem");
  expect(await counts.allInnerTexts()).toEqual([
    expect.stringMatching(/^Nepali\s+24 dialogues\s*$/),
    expect.stringMatching(/^Tamil\s+1 dialogue\s*$/),
  ]);
});

test("names the language of the free dialogues on the landing page and the sign-up page", async () => {
  const { page } = await openPage();
  await publish(page, published);
  await page.goto(appUrl);
  await waitUntilShown(page.getByText("This segment is from a free example in Nepali.", { exact: false }));
  await waitUntilShown(page.getByRole("listitem").filter({ hasText: "Example dialogues in Nepali" }));
  await page.goto(`${appUrl}/signup`);
  await waitUntilShown(
    page.getByText("Example dialogues in Nepali are free. Other dialogues need a paid plan.", { exact: true }),
  );
  await page.getByLabel("Full name").focus();
  await waitUntilShown(page.getByRole("complementary").getByText(total, { exact: true }));
  await expectAccessibleInEveryAppearance(page);
  await page.getByRole("link", { name: "See dialogues by language" }).click();
  await waitUntilShown(page.getByRole("heading", { name: "Languages", exact: true }));
  expect(new URL(page.url()).hash).toBe("#languages");
});

test("shows a learner without a paid plan the language of the free dialogues", async () => {
  const { page } = await openPage();
  await publish(page, published);
  const { tokens } = await createLearner(appUrl);
  const { AccessToken } = tokens;
  await chooseFreePlanFor(appUrl, AccessToken);
  await signInByTokens(page, appUrl, tokens);
  const api = apiOf((await fetchConfig(appUrl)).apiUrl, AccessToken);
  const opensWith = async (words: string, language?: string) => {
    if (language) await api.ask("update-profile", { body: { language_preference: language } });
    await page.goto(appUrl);
    await waitUntilShown(page.getByText(words, { exact: true }));
    await expectAccessibleInEveryAppearance(page);
  };
  await opensWith("Free dialogues are in Nepali.");
  await opensWith("Free dialogues are in Nepali. A paid plan includes 4 dialogues in Spanish.", "spanish");
  await opensWith("Free dialogues are in Nepali. Bulgarian has no dialogues yet.", "bulgarian");
  await opensWith("Free dialogues are in Nepali.", "nepali");
  await page.goto(`${appUrl}/profile?tab=plan`);
  await waitUntilShown(
    page.getByText(/^Plus, Pro and Premium open the same dialogues and mock exams, at different prices\./),
  );
  await waitUntilShown(page.getByText(offerInNepali, { exact: true }));
  await expectAccessibleInEveryAppearance(page);
});
