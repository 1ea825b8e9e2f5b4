import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { isMp3 } from "../../domain/sharing/mp3-header.ts";
import type { StudyChange } from "../../domain/study/study-change.ts";
import { waitForToast } from "./support/accounts.ts";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { createExamAttempt, exampleDialogue, interpretedSegment, seedRecordings } from "./support/exam-attempts.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { createGuest } from "./support/guest-calls.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { finishAttempt, listenUntilRecording, openExample, resizeExamples } from "./support/practice.ts";
import { openTab } from "./support/settings.ts";
import { shortenAudio } from "./support/short-audio.ts";
import { signInElsewhere } from "./support/sign-in-elsewhere.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const askDialog = (page: Page) => page.getByRole("dialog", { name: "Ask for feedback" });
const linkDialog = (page: Page) => page.getByRole("dialog", { name: "Your link is ready" });

async function createLink(page: Page, question = ""): Promise<string> {
  await askDialog(page).getByLabel("Your question (optional)").fill(question);
  await askDialog(page).getByRole("button", { name: "Create link" }).click();
  await waitUntilShown(linkDialog(page));
  return linkDialog(page).getByLabel("Link", { exact: true }).inputValue();
}

/** Also opens the dialog that asks for feedback. */
async function openExamSheet(page: Page) {
  const learner = newLearner();
  await signUpFree(page, appUrl, learner);
  const unheard = (count: number) => Array.from({ length: count }, () => null);
  const attempt = await createExamAttempt(
    appUrl,
    learner,
    [
      exampleDialogue("example-1", [interpretedSegment(6), interpretedSegment(3), ...unheard(8)]),
      exampleDialogue("example-2", unheard(12)),
    ],
    { outcome: "ended" },
  );
  await seedRecordings(page, attempt);
  await page.goto(`${appUrl}/exam/${attempt.attempt_id}`);
  await page.getByRole("button", { name: "Ask for feedback" }).click();
  await waitUntilShown(askDialog(page));
  return { learner, attempt };
}

test("shares an exam recording as MP3, and shows a guest's comment with its time", async () => {
  const { page } = await openPage({ viewport: { width: 1440, height: 900 } });
  const { attempt } = await openExamSheet(page);
  await waitUntilShown(askDialog(page).getByText(/2 recordings of .* \(0:09\)/));
  await expectAccessibleInEveryAppearance(page);
  const link = await createLink(page, "Is my tone polite?");
  expect(link).toMatch(new RegExp(`^${appUrl}/shared#[\\w-]{22}$`));
  await expect
    .poll(() =>
      linkDialog(page)
        .getByText(/^Recordings uploaded/)
        .count(),
    )
    .toBe(0);
  await expectAccessibleInEveryAppearance(page);
  await linkDialog(page).getByRole("button", { name: "Close" }).click();

  const guest = createGuest(appUrl, link);
  await expect.poll(async () => (await guest.open()).recordings.map(({ url }) => url !== null)).toEqual([true, true]);
  const shared = await guest.open();
  expect([shared.asker, shared.question]).toEqual(["Asha Rai", "Is my tone polite?"]);
  const [first] = shared.recordings;
  const mp3 = new Uint8Array(await (await fetch(first?.url ?? "")).arrayBuffer());
  expect([isMp3(mp3), mp3.length]).toEqual([true, first?.bytes]);
  // Six seconds at 32 kbit/s are 24,000 bytes, and the encoder adds padding.
  expect(Math.abs(mp3.length - 24_000)).toBeLessThan(1_000);

  await guest.comment({ at_seconds: 2.5, text: "Say “clinic” here.", segment: 0 });
  await waitUntilShown(page.getByText("Feedback Received", { exact: true }).first());
  // The sheet hides comments until the marking is complete, because comments could influence the marking.
  await waitUntilShown(page.getByText("You have received feedback. Finish marking to see it here."));
  await page.keyboard.press("m");
  await page.keyboard.press("m");
  await page.goto(`${appUrl}/exam/${attempt.attempt_id}?dialogue=1&segment=1`);
  await waitUntilShown(page.getByRole("button", { name: "Term by Maya Gurung: play from 0:02.5" }));
  await waitUntilShown(page.getByText("Say “clinic” here."));
  await page.getByRole("button", { name: "Play from 0:02.5", exact: true }).click();
  await waitUntilShown(page.getByText(/^0:0[23]\.\d \/ 0:06/));

  await page.goto(`${appUrl}/profile?tab=account`);
  const row = page.getByRole("region", { name: "Feedback links" }).getByRole("listitem");
  await waitUntilShown(row.getByText(/Open, expires on .* · 2 recordings, 3\d kB · 1 comment by Maya Gurung/));
  await row.getByRole("link", { name: /^Mock exam:/ }).click();
  await waitUntilShown(page.getByRole("heading", { name: /^Segment 1/ }));
  await waitUntilShown(page.getByText("Say “clinic” here."));
  await expectAccessibleInEveryAppearance(page);
  await page.getByRole("button", { name: "Delete the comment by Maya Gurung" }).click();
  await page.getByRole("button", { name: "Delete comment", exact: true }).click();
  await expect.poll(() => page.getByText("Say “clinic” here.").count()).toBe(0);

  await page.getByRole("link", { name: "All links" }).click();
  await row.getByRole("button", { name: /^Block/ }).click();
  await waitUntilShown(row.getByText(/^Blocked/));
  expect(await guest.tryToOpen()).toBe("link_blocked");
  await row.getByRole("button", { name: /^End link/ }).click();
  const losesResponse = (url: URL) => /\/shares\/[^/]+$/.test(url.pathname);
  await page.route(losesResponse, async (route) => {
    await route.fetch();
    await route.abort();
  });
  await page.getByRole("button", { name: "End the link, keep written comments" }).click();
  const ended = page.getByRole("dialog", { name: "The link has ended" });
  await waitUntilShown(ended.getByText("Any written comments are kept."));
  expect(await ended.getByRole("button").allTextContents()).toEqual(["Close"]);
  await page.unroute(losesResponse);
  await ended.getByRole("button", { name: "Close" }).click();
  await waitUntilShown(row.getByText(/^Ended/));
  expect(await guest.tryToOpen()).toBe("link_ended");
  // The signature of the address is still valid, but the bucket no longer has the recording.
  expect((await fetch(first?.url ?? "")).status).toBe(404);
});

const toBucket = (url: URL) => url.pathname.endsWith("/shared-audio") || url.pathname.endsWith("/shared-audio/");

test("says at a log-out that shared recordings may not be uploaded yet, and uploads them if the learner stays", async () => {
  const { page } = await openPage();
  await openExamSheet(page);
  await page.route(toBucket, (route) => route.abort());
  const link = await createLink(page);
  await linkDialog(page).getByRole("button", { name: "Close" }).click();
  await page.getByRole("button", { name: /Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  const question = page.getByRole("dialog", { name: "Delete your recordings and log out?" });
  await waitUntilShown(
    question.getByText(
      "2 shared recordings may not be uploaded yet. If you log out, people with the link may not hear them.",
    ),
  );
  await page.unroute(toBucket);
  await question.getByRole("button", { name: "Stay" }).click();
  await page.reload();
  const guest = createGuest(appUrl, link);
  await expect.poll(async () => (await guest.open()).recordings.every(({ url }) => url !== null)).toBe(true);
});

test("uploads the recordings after a reload if the bucket was unreachable before", async () => {
  const { page } = await openPage();
  await openExamSheet(page);
  await page.route(toBucket, (route) => route.abort());
  const link = await createLink(page);
  await waitUntilShown(linkDialog(page).getByText(/^Recordings uploaded: 0 percent/));
  const guest = createGuest(appUrl, link);
  expect((await guest.open()).recordings.map(({ url }) => url)).toEqual([null, null]);
  await page.unroute(toBucket);
  await page.reload();
  await expect.poll(async () => (await guest.open()).recordings.every(({ url }) => url !== null)).toBe(true);
});

test("shows no upload progress after the link has ended on another device", async () => {
  const { page } = await openPage();
  const { learner } = await openExamSheet(page);
  await page.route(toBucket, (route) => route.abort());
  await createLink(page);
  await page.route(/\/shares\/[^/]+\/uploads$/, (route) => route.abort());
  const links = page.getByRole("region", { name: "Feedback links" });
  const openLinks = async () => {
    await page.goto(`${appUrl}/profile`);
    await openTab(page, "Account");
  };
  await openLinks();
  await waitUntilShown(links.getByText(/^Recordings uploaded: 0 percent/));
  const { apiUrl, headers } = await signInElsewhere(appUrl, learner);
  const { shares } = await (await fetch(`${apiUrl}/shares`, { headers })).json();
  const ended = await fetch(`${apiUrl}/shares/${shares[0].share_id}`, { method: "DELETE", headers });
  expect(ended.ok).toBe(true);
  await openLinks();
  await waitUntilShown(links.getByText(/^Ended/));
  expect(await links.getByText(/^Recordings uploaded/).count()).toBe(0);
});

test("says where to end a link if the browser can neither queue the recordings nor end the link", async () => {
  const { page } = await openPage();
  await openExamSheet(page);
  await page.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...given) {
      if (this.name === "uploads") throw new DOMException("full", "QuotaExceededError");
      return put.apply(this, given);
    };
  });
  await page.route(/\/shares\/[^/]+$/, (route) =>
    route.request().method() === "DELETE" ? route.abort() : route.fallback(),
  );
  await askDialog(page).getByRole("button", { name: "Create link" }).click();
  await waitUntilShown(
    askDialog(page).getByText(
      "This browser could not store the recordings for the upload. In your profile, delete some recordings. If there is a new link under “Feedback links”, end it. Then try again.",
    ),
  );
  await askDialog(page).getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: /Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Profile" }).click();
  await openTab(page, "Account");
  await waitUntilShown(page.getByRole("region", { name: "Feedback links" }).getByRole("button", { name: /^End link/ }));
});

async function finishRecordedExample(page: Page): Promise<void> {
  await shortenAudio(page, 0.3);
  await resizeExamples(page, 1);
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  await listenUntilRecording(page);
  await finishAttempt(page);
  await page.getByRole("button", { name: "Finish", exact: true }).click();
}

test("lets a learner who finishes a dialogue ask for feedback on its recording", async () => {
  const { page } = await openPage({ reducedMotion: "reduce" });
  await finishRecordedExample(page);
  await page
    .getByRole("dialog", { name: "Scenario Complete!" })
    .getByRole("button", { name: "Ask for feedback" })
    .click();
  await waitUntilShown(askDialog(page).getByText(/1 recording of/));
  await askDialog(page).getByLabel("Your name, as the other person sees it").fill(" ");
  await askDialog(page).getByRole("button", { name: "Create link" }).click();
  await waitUntilShown(askDialog(page).getByText("Enter the name that the other person sees."));
  await askDialog(page).getByLabel("Your name, as the other person sees it").fill("Asha");
  // A pasted text may contain the invisible start of a right-to-left passage.
  await askDialog(page).getByLabel("Your question (optional)").fill("Is this \u2067clear?");
  await askDialog(page).getByRole("button", { name: "Create link" }).click();
  await waitUntilShown(askDialog(page).getByText(/^This question contains a character that cannot be used/));
  await askDialog(page).getByLabel("Your question (optional)").fill("Is this clear?");
  const link = await createLink(page);
  const guest = createGuest(appUrl, link);
  await expect.poll(async () => (await guest.open()).recordings.map(({ url }) => url !== null)).toEqual([true]);
});

test("shows “Recordings Not Found” if the browser cannot read the recordings", async () => {
  const { page } = await openPage({ reducedMotion: "reduce" });
  await finishRecordedExample(page);
  const ask = page
    .getByRole("dialog", { name: "Scenario Complete!" })
    .getByRole("button", { name: "Ask for feedback" });
  await page.evaluate(() => {
    for (const { prototype } of [IDBObjectStore, IDBIndex]) {
      prototype.getAll = () => {
        throw new DOMException("damaged", "UnknownError");
      };
    }
  });
  await ask.click();
  await waitForToast(page, "Recordings Not Found");
  await waitUntilShown(ask);
});

test("adds a review of a segment after a guest named a missed unit", async () => {
  const { page } = await openPage();
  const { learner } = await openExamSheet(page);
  const link = await createLink(page);
  const unit = { sign: "0123abcd", kind: "number" as const, text: "two weeks" };
  await createGuest(appUrl, link).comment({ kind: "meaning", text: "You left this out.", unit });
  await page.goto(`${appUrl}/profile?tab=account`);
  await page.getByRole("link", { name: /^Mock exam:/ }).click();
  await waitUntilShown(page.getByText("Missed: two weeks"));
  const { apiUrl, headers } = await signInElsewhere(appUrl, learner);
  const missed = async () => {
    // The page collects study changes for a while, and sends them at once when it becomes visible.
    await page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    const response = await fetch(`${apiUrl}/study-changes?after=0`, { headers });
    const { changes } = (await response.json()) as { changes: StudyChange[] };
    return changes.flatMap((change) => (change.type === "review" && change.review ? [change.review] : []));
  };
  await expect
    .poll(missed)
    .toMatchObject([{ rating: "again", missed: [{ sign: "0123abcd", kind: "number" }], source: "feedback" }]);
});
