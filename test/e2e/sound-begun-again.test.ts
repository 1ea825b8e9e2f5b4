import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { openExample } from "./support/practice.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

declare global {
  interface Window {
    /** Follow what was asked last of the loudspeakers' device: to begin. */
    beginning: { asked: Promise<void>; answered: Promise<void> };
    noteNextBeginning: () => void;
  }
}

/** Lets a page tell when the loudspeakers' device is asked to begin, and when it has begun. */
const noteBeginnings = () => {
  const resume = AudioContext.prototype.resume;
  let onAsked: () => void;
  let onAnswered: () => void;
  window.noteNextBeginning = () => {
    const asked = new Promise<void>((resolve) => {
      onAsked = resolve;
    });
    const answered = new Promise<void>((resolve) => {
      onAnswered = resolve;
    });
    window.beginning = { asked, answered };
  };
  window.noteNextBeginning();
  AudioContext.prototype.resume = function () {
    const resumed = resume.call(this);
    onAsked();
    void resumed.then(onAnswered, onAnswered);
    return resumed;
  };
};

/** When an original is left: so many turns of the page after it was begun, or as the device is asked to begin, or has begun. */
const moments = [0, 1, 2, 3, 5, 10, 30, "asked", "answered"] as const;

// How the turns fall between those of the device differs from time to time.
const rounds = 2;

/** Plays an original, leaves it at a moment for another segment, and plays that one. */
function leaveSoon(page: Page, moment: (typeof moments)[number], move: "Next" | "Previous"): Promise<void> {
  return page.evaluate(
    async ({ when, name }) => {
      const click = (wanted: string) => {
        const buttons = [...document.querySelectorAll<HTMLButtonElement>("main button")];
        buttons.find(({ textContent }) => textContent?.trim() === wanted)?.click();
      };
      const turn = () =>
        new Promise<void>((resolve) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => resolve();
          port2.postMessage(null);
        });
      window.noteNextBeginning();
      click("Play Audio");
      if (typeof when === "string") await window.beginning[when];
      else for (let at = 0; at < when; at += 1) await turn();
      click(name);
      await new Promise<void>((resolve) => requestAnimationFrame(() => resolve()));
      click("Play Audio");
    },
    { when: moment, name: move },
  );
}

const position = async (page: Page) =>
  Number(await page.getByRole("slider", { name: "Position" }).getAttribute("aria-valuenow"));

test("an original left as soon as it was begun does not keep the next one from being heard", async () => {
  const { page, problems } = await openPage();
  await page.addInitScript(noteBeginnings);
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  for (const [at, moment] of Array.from({ length: rounds }, () => moments)
    .flat()
    .entries()) {
    const move = at % 2 === 0 ? "Next" : "Previous";
    await leaveSoon(page, moment, move);
    await expect.poll(() => position(page), { message: `left at ${moment}` }).toBeGreaterThan(0);
    await page.getByRole("button", { name: move === "Next" ? "Previous" : "Next", exact: true }).click();
    await page.getByRole("button", { name: move, exact: true }).click();
  }
  expect(problems).toEqual([]);
});
