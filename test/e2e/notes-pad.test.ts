import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { readBrowserStorage } from "./support/browser-storage.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { newLearner, signUpFree } from "./support/learner.ts";
import { finishAttempt, openExample, skipOriginal } from "./support/practice.ts";
import { shortenAudio } from "./support/short-audio.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const pad = (page: Page) => page.getByRole("region", { name: /^Notes/ });
const toggle = (page: Page) => page.getByRole("button", { name: "Notes", exact: true });
const text = (page: Page, segment = 1) => page.getByRole("textbox", { name: `Notes on segment ${segment}` });
const drawing = (page: Page, strokes: string) => page.getByRole("img", { name: `Drawing, ${strokes}` });
const tool = (page: Page, name: string) => pad(page).getByRole("button", { name });
const goTo = (page: Page, segment: number) =>
  page
    .getByRole("toolbar", { name: "Go to a segment" })
    .getByRole("button", { name: new RegExp(`^Segment ${segment}\\b`) })
    .click();
const storedNotes = async (page: Page) =>
  (await readBrowserStorage(page)).session.filter((key) => key.startsWith("practice_notes_"));

async function openDoctor(): Promise<Page> {
  const { page } = await openPage();
  await shortenAudio(page, 1);
  await signUpFree(page, appUrl, newLearner());
  await openExample(page, /doctor/);
  return page;
}

/** `x` and `y` are shares of the sheet's width and height. The result is in CSS pixels of the window. */
async function placeOn(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  const box = await pad(page).getByRole("img").boundingBox();
  if (!box) throw new Error("The sheet is not shown");
  return { x: box.x + x * box.width, y: box.y + y * box.height };
}

async function drawLine(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  await pad(page).getByRole("img").scrollIntoViewIfNeeded();
  const [start, end] = [await placeOn(page, ...from), await placeOn(page, ...to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y, { steps: 8 });
  await page.mouse.up();
}

const drawnPixels = (page: Page) =>
  pad(page)
    .getByRole("img")
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
      const counts = { dark: 0, light: 0 };
      for (let at = 0; at < data.length; at += 4) {
        if ((data[at + 3] ?? 0) > 200) counts[(data[at] ?? 0) > 128 ? "light" : "dark"] += 1;
      }
      return counts;
    });

test("the notes pad accepts notes during a recording, without triggering shortcuts", async () => {
  const page = await openDoctor();
  expect(await pad(page).count()).toBe(0);
  await page.keyboard.press("w");
  await waitUntilShown(pad(page));
  await expect.poll(() => text(page).evaluate((field) => field === document.activeElement)).toBe(true);
  await waitUntilShown(pad(page).getByText("Notes are temporary and are not saved to your account."));
  await page.keyboard.type("raps 3 days");
  expect(await text(page).inputValue()).toBe("raps 3 days");
  // As a shortcut, `a` would have played the original.
  await waitUntilShown(page.getByRole("button", { name: "Play Audio" }));
  await expectAccessibleInEveryAppearance(page);

  await page.keyboard.press("Escape");
  expect(await toggle(page).evaluate((button) => button === document.activeElement)).toBe(true);
  await skipOriginal(page);
  await text(page).focus();
  await page.keyboard.press("End");
  await page.keyboard.type(", fever");
  await waitUntilShown(page.getByRole("button", { name: "Finish Attempt" }));
  await page.keyboard.press("Escape");
  await page.keyboard.press("f");
  await waitUntilShown(page.getByRole("button", { name: "Play Your Recording", disabled: false }));
  expect(await text(page).inputValue()).toBe("raps 3 days, fever");
  await page.keyboard.press("w");
  await expect.poll(() => pad(page).count()).toBe(0);
  expect(await toggle(page).getAttribute("aria-expanded")).toBe("false");
});

test("the notes pad has a sheet for each segment until the learner leaves the dialogue within the app", async () => {
  const page = await openDoctor();
  await toggle(page).click();
  await text(page).fill("cough");
  await tool(page, "Pen").click();
  await drawLine(page, [0.2, 0.5], [0.8, 0.5]);
  await waitUntilShown(drawing(page, "1 stroke"));
  await goTo(page, 2);
  await waitUntilShown(drawing(page, "empty"));
  expect(await text(page, 2).inputValue()).toBe("");
  await text(page, 2).fill("tablets");
  expect(await storedNotes(page)).toHaveLength(2);

  await page.reload();
  await waitUntilShown(pad(page));
  await expect.poll(() => text(page, 2).inputValue()).toBe("tablets");
  await page.getByRole("toolbar", { name: "Go to a segment" }).waitFor();
  await goTo(page, 1);
  await expect.poll(() => text(page).inputValue()).toBe("cough");
  await waitUntilShown(drawing(page, "1 stroke"));

  await page.getByRole("button", { name: "Back to Topics" }).click();
  await waitUntilShown(page.getByText("3 dialogues"));
  await expect.poll(() => storedNotes(page)).toEqual([]);
  await openExample(page, /doctor/);
  // The pad stays open in this browser.
  await waitUntilShown(drawing(page, "empty"));
  expect(await text(page).inputValue()).toBe("");
});

test("the notes pad removes its notes at log-out, and sends them to no server", async () => {
  const page = await openDoctor();
  const bodies: string[] = [];
  page.on("request", (request) => bodies.push(request.postData() ?? ""));
  await toggle(page).click();
  await text(page).fill("sevenohfour");
  await skipOriginal(page);
  await finishAttempt(page);
  expect(await storedNotes(page)).toHaveLength(1);
  await page.goto(`${appUrl}/profile`);
  expect(await storedNotes(page)).toHaveLength(1);
  await page.getByRole("button", { name: /Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Log out|Delete/ })
    .last()
    .click();
  await waitUntilShown(page.getByRole("link", { name: /log in/i }).first());
  expect(await storedNotes(page)).toEqual([]);
  expect(bodies.filter((body) => body.includes("sevenohfour"))).toEqual([]);
});

test("the notes pad lets a learner draw, erase and undo by mouse", async () => {
  const page = await openDoctor();
  await page.emulateMedia({ colorScheme: "light" });
  await toggle(page).click();
  await tool(page, "Pen").click();
  await drawLine(page, [0.1, 0.3], [0.9, 0.3]);
  await drawLine(page, [0.1, 0.7], [0.9, 0.7]);
  await waitUntilShown(drawing(page, "2 strokes"));
  const light = await drawnPixels(page);
  expect(light.dark).toBeGreaterThan(200);
  expect(light.light).toBe(0);
  await page.emulateMedia({ colorScheme: "dark" });
  await expect.poll(async () => (await drawnPixels(page)).light).toBeGreaterThan(200);
  expect((await drawnPixels(page)).dark).toBe(0);

  await tool(page, "Eraser").click();
  await drawLine(page, [0.5, 0.6], [0.5, 0.8]);
  await waitUntilShown(drawing(page, "1 stroke"));
  await tool(page, "Undo").click();
  await waitUntilShown(drawing(page, "2 strokes"));
  await text(page).fill("bill");
  await tool(page, "Clear").click();
  await waitUntilShown(drawing(page, "empty"));
  expect(await text(page).inputValue()).toBe("");
  expect(await drawnPixels(page)).toEqual({ dark: 0, light: 0 });
  await tool(page, "Undo").press("Enter");
  await waitUntilShown(drawing(page, "2 strokes"));
  expect(await text(page).inputValue()).toBe("bill");
});

test("the notes pad draws thicker lines under more pen pressure, and ignores a palm", async () => {
  const page = await openDoctor();
  await toggle(page).click();
  await tool(page, "Pen").click();
  await pad(page).getByRole("img").scrollIntoViewIfNeeded();
  const client = await page.context().newCDPSession(page);
  const pen = async (type: string, place: { x: number; y: number }, force: number) =>
    client.send("Input.dispatchMouseEvent", {
      ...{ type: type as "mousePressed", ...place, force, pointerType: "pen" },
      ...{ button: "left" as const, buttons: 1, clickCount: 1 },
    });
  const line = async (y: number, force: number) => {
    await pen("mousePressed", await placeOn(page, 0.2, y), force);
    await pen("mouseMoved", await placeOn(page, 0.5, y), force);
    await pen("mouseMoved", await placeOn(page, 0.8, y), force);
    await pen("mouseReleased", await placeOn(page, 0.8, y), force);
  };
  await line(0.3, 0.1);
  await waitUntilShown(drawing(page, "1 stroke"));
  const thin = (await drawnPixels(page)).dark;
  await tool(page, "Clear").click();
  await line(0.3, 0.9);
  await waitUntilShown(drawing(page, "1 stroke"));
  expect((await drawnPixels(page)).dark).toBeGreaterThan(thin * 1.5);

  const touch = (type: "touchStart" | "touchEnd", points: { x: number; y: number }[]) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await touch("touchStart", [await placeOn(page, 0.7, 0.8)]);
  await line(0.5, 0.5);
  await touch("touchEnd", []);
  await waitUntilShown(drawing(page, "2 strokes"));
});

test("the notes pad draws by finger without scrolling the page", async () => {
  const page = await openDoctor();
  await page.setViewportSize({ width: 360, height: 740 });
  await toggle(page).click();
  await tool(page, "Pen").click();
  await pad(page).getByRole("img").scrollIntoViewIfNeeded();
  const client = await page.context().newCDPSession(page);
  const scrolled = () => page.evaluate(() => window.scrollY);
  const before = await scrolled();
  const from = await placeOn(page, 0.3, 0.4);
  await client.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [from] });
  for (const y of [10, 40, 80, 120]) {
    await client.send("Input.dispatchTouchEvent", {
      type: "touchMove",
      touchPoints: [{ x: from.x, y: from.y - y }],
    });
  }
  await client.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
  await waitUntilShown(drawing(page, "1 stroke"));
  expect(await scrolled()).toBe(before);
  expect((await drawnPixels(page)).dark).toBeGreaterThan(50);
});

test("the notes pad is beside the reference on wide screens, and below the reference on narrow screens", async () => {
  const page = await openDoctor();
  await toggle(page).click();
  const boxOf = async (of: ReturnType<typeof pad>) => {
    const box = await of.boundingBox();
    if (!box) throw new Error("It is not shown");
    return box;
  };
  const play = page.getByRole("region", { name: "Reference" });
  for (const width of [1100, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const [sheet, reference] = [await boxOf(pad(page).getByRole("img")), await boxOf(play)];
    expect(sheet.x).toBeGreaterThan(reference.x + reference.width);
    expect(sheet.x + sheet.width).toBeLessThan(width);
  }
  for (const width of [360, 768, 1099]) {
    await page.setViewportSize({ width, height: 900 });
    const [sheet, reference] = [await boxOf(pad(page).getByRole("img")), await boxOf(play)];
    const restart = await boxOf(page.getByRole("button", { name: "Restart Segment" }));
    expect(sheet.y).toBeGreaterThan(reference.y + reference.height);
    expect(restart.y).toBeGreaterThan(sheet.y + sheet.height);
  }
  await tool(page, "Pen").click();
  await expectAccessibleInEveryAppearance(page);
});
