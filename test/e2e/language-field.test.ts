import type { Page } from "playwright-core";
import { beforeEach, describe, expect, inject, test } from "vitest";
import { waitForHeading } from "./support/accounts.ts";
import { expectAccessibleInEveryAppearance } from "./support/axe.ts";
import { openFileBrowser } from "./support/file-browser.ts";
import { createPaidLearner } from "./support/payments.ts";
import { waitUntilShown } from "./support/wait-until-shown.ts";

const appUrl = inject("appUrl");
const openPage = openFileBrowser();

const missing = "Please choose a language from the list.";

function fieldOf(page: Page) {
  const input = page.getByRole("combobox", { name: "Language" });
  const list = page.getByRole("listbox", { name: "Language" });
  return {
    input,
    list,
    options: list.getByRole("option"),
    text: () => input.inputValue(),
    caret: () => input.evaluate((element: HTMLInputElement) => element.selectionStart),
    isOpen: async () => (await input.getAttribute("aria-expanded")) === "true",
    active: () =>
      input.evaluate((element) => {
        const id = element.getAttribute("aria-activedescendant");
        const option = id ? document.getElementById(id) : null;
        return option ? [...document.querySelectorAll("[role=option]")].indexOf(option) : null;
      }),
    activeName: () =>
      input.evaluate((element) => {
        const id = element.getAttribute("aria-activedescendant");
        return id ? document.getElementById(id)?.firstElementChild?.textContent : null;
      }),
    chosen: () => page.locator("[role=option][aria-selected=true] > :first-child").allInnerTexts(),
    announced: () => page.locator(".combobox [role=status]").innerText(),
    /** Returns false if the field prevents the default action. */
    dispatch: (key: { key: string; isComposing?: boolean }) =>
      input.evaluate(
        (element, init) =>
          element.dispatchEvent(new KeyboardEvent("keydown", { ...init, bubbles: true, cancelable: true })),
        key,
      ),
    press: async (...keys: string[]) => {
      for (const key of keys) await page.keyboard.press(key);
    },
  };
}

let page: Page;
let problems: string[];
let field: ReturnType<typeof fieldOf>;

beforeEach(async () => {
  ({ page, problems } = await openPage({ viewport: { width: 768, height: 900 }, hasTouch: true }));
  await createPaidLearner(page, appUrl);
  await page.goto(`${appUrl}/language`);
  await waitForHeading(page, "Select Your Language");
  await waitUntilShown(page.getByText("dialogues", { exact: false }).first());
  field = fieldOf(page);
  await waitUntilShown(field.input);
});

describe("the arrow keys", () => {
  test("open the list at its first or last option if no language is chosen, and wrap around", async () => {
    const { press, active } = field;
    await field.input.focus();
    expect(await field.isOpen()).toBe(false);
    await press("ArrowDown");
    expect(await field.isOpen()).toBe(true);
    const last = (await field.options.count()) - 1;
    expect(await active()).toBe(0);
    await press("ArrowDown");
    expect(await active()).toBe(1);
    await press("ArrowUp", "ArrowUp");
    expect(await active(), "round to the last").toBe(last);
    await press("ArrowDown");
    expect(await active(), "round to the first").toBe(0);
    await press("End");
    expect(await active()).toBe(last);
    await press("Home");
    expect(await active()).toBe(0);
    await press("Escape");
    expect(await field.isOpen()).toBe(false);
    expect(await active()).toBeNull();
    await press("ArrowUp");
    expect(await active(), "the last of a list that was closed").toBe(last);
    await press("Escape");
    await field.input.click();
    expect(await active(), "a click opens the list at nothing").toBeNull();
    await press("ArrowUp");
    expect(await active(), "the last of a list that was open").toBe(last);
    const shownIn = await field.list.boundingBox();
    const row = await field.options.last().boundingBox();
    expect((row?.y ?? 0) + (row?.height ?? 0), "scrolled to").toBeLessThanOrEqual(
      (shownIn?.y ?? 0) + (shownIn?.height ?? 0),
    );
    await expectAccessibleInEveryAppearance(page);
  });

  test("decide where Home and End move: in the list after ArrowDown, in the text after ArrowLeft", async () => {
    const { press, active, caret } = field;
    await field.input.fill("ma");
    expect(await active()).toBe(0);
    await press("Home");
    expect(await caret()).toBe(0);
    await press("End");
    expect(await caret()).toBe(2);
    expect(await active()).toBe(0);
    await press("ArrowDown", "End");
    expect(await active()).toBe((await field.options.count()) - 1);
    await press("ArrowLeft");
    expect(await caret()).toBe(1);
    await press("Home");
    expect(await caret()).toBe(0);
    expect(await active()).toBe((await field.options.count()) - 1);
  });

  test("open the list at the chosen language", async () => {
    const { press, activeName } = field;
    await field.input.fill("urd");
    await press("Enter");
    expect(await field.text()).toBe("Urdu");
    expect(await field.chosen()).toEqual(["Urdu"]);
    await press("ArrowDown");
    expect(await field.options.count(), "all of them").toBeGreaterThan(50);
    expect(await activeName()).toBe("Urdu");
    await press("Escape", "ArrowUp");
    expect(await activeName()).toBe("Urdu");
    await press("Escape");
    expect(await field.text()).toBe("Urdu");
  });

  test("reach no option if no language matches", async () => {
    const { press, active } = field;
    await field.input.fill("klingon");
    await waitUntilShown(page.getByText("No language found."));
    expect(await field.isOpen(), "no list shows").toBe(false);
    await press("ArrowDown", "ArrowUp", "End", "Home");
    expect(await active()).toBeNull();
    expect(await field.caret(), "Home is left to the text").toBe(0);
    await press("Enter");
    expect(await field.announced()).toBe("No language found.");
    expect(await field.text()).toBe("klingon");
    expect(await page.getByText(missing).count(), "the form is not sent").toBe(0);
    await expectAccessibleInEveryAppearance(page);
  });
});

test("Escape and Alt+ArrowUp close the list and clear text that is not a chosen language", async () => {
  const { press } = field;
  for (const key of ["Escape", "Alt+ArrowUp"]) {
    await field.input.fill("ma");
    expect(await field.isOpen()).toBe(true);
    await press(key);
    expect(await field.isOpen()).toBe(false);
    expect(await field.text()).toBe("");
    expect(await field.chosen()).toEqual([]);
  }
  expect(await field.dispatch({ key: "Escape" }), "not handled").toBe(true);
  await field.input.fill("urd");
  await press("Enter", "Escape");
  expect(await field.text(), "what is chosen stays").toBe("Urdu");
  await press("Alt+ArrowUp");
  expect(await field.isOpen(), "nothing to close").toBe(false);
});

test("Enter chooses the active option of an open list", async () => {
  const { press } = field;
  await field.input.click();
  expect(await field.isOpen()).toBe(true);
  expect(await field.active()).toBeNull();
  await press("Enter");
  expect(await field.isOpen()).toBe(true);
  expect(await page.getByText(missing).count(), "the form is not sent").toBe(0);
  await press("Escape", "Enter");
  await waitUntilShown(page.getByText(missing));
  expect(await field.input.evaluate((input) => input === document.activeElement)).toBe(true);
  await field.input.fill("urd");
  expect(await field.announced()).toBe("1 result");
  await press("Enter");
  expect(await field.isOpen()).toBe(false);
  expect(await field.text()).toBe("Urdu");
  expect(await page.getByText(missing).count()).toBe(0);
  await press("Enter");
  await waitUntilShown(page.getByRole("heading", { level: 1, name: /^Welcome/ }));
});

describe("the language field", () => {
  const isInField = () => field.input.evaluate((input) => input === document.activeElement);

  test("chooses the active option on Tab only if the learner has typed text", async () => {
    const { press } = field;
    await field.input.fill("ma");
    expect(await field.announced()).toBe("10 results");
    await press("ArrowDown");
    const second = await field.activeName();
    await press("Tab");
    expect(await field.text()).toBe(second);
    expect(await isInField()).toBe(false);
    await field.input.fill("");
    await press("ArrowDown", "ArrowDown", "Tab");
    expect(await field.text()).toBe("");
    expect(await field.isOpen()).toBe(false);
    await field.input.fill("ma");
    const first = await field.activeName();
    await field.options.nth(4).hover();
    await press("Tab");
    expect(await field.text(), "the mouse over an option changes nothing").toBe(first);
  });

  test("chooses the language that the text implies when the learner clicks elsewhere", async () => {
    for (const [typed, kept] of [
      ["nep", "Nepali"],
      ["malay", "Malay"],
      ["ma", ""],
      ["klingon", ""],
    ] as const) {
      await field.input.fill(typed);
      await page.getByRole("heading", { level: 1 }).click();
      await expect.poll(field.text).toBe(kept);
      expect(await field.isOpen()).toBe(false);
    }
  });

  test.each(["click", "tap"] as const)("lets a %s reach the button below its list", async (way) => {
    await field.input.fill("urd");
    const box = await page.getByRole("button", { name: "Continue" }).boundingBox();
    if (!box) throw new Error("The button does not show");
    const at = [box.x + box.width / 2, box.y + box.height / 2] as const;
    await (way === "tap" ? page.touchscreen.tap(...at) : page.mouse.click(...at));
    await waitUntilShown(page.getByRole("heading", { level: 1, name: /^Welcome/ }));
  });
});

test("the language field ignores the keys of an input method during composition", async () => {
  await field.input.fill("ma");
  for (const key of ["ArrowDown", "ArrowUp", "Home", "End", "Enter", "Tab", "Escape"]) {
    expect(await field.dispatch({ key, isComposing: true }), `${key} is not handled`).toBe(true);
    expect(await field.active(), key).toBe(0);
  }
  expect(await field.text()).toBe("ma");
  expect(await field.isOpen()).toBe(true);
});

test("the button beside the language field shows and hides the list", async () => {
  await page.getByRole("button", { name: "Open the list" }).click();
  expect(await field.isOpen()).toBe(true);
  expect(await field.input.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.getByRole("button", { name: "Close the list" }).click();
  expect(await field.isOpen()).toBe(false);
  expect(await field.input.evaluate((input) => input === document.activeElement)).toBe(true);
  await field.input.click();
  await field.input.click();
  expect(await field.isOpen(), "a click in the text does not close it").toBe(true);
});

test("typing in the middle of the text leaves the caret there and clears the choice", async () => {
  const { press } = field;
  await field.input.fill("urd");
  await press("Enter", "Home", "ArrowRight");
  await page.keyboard.type("x");
  expect(await field.text()).toBe("Uxrdu");
  expect(await field.caret()).toBe(2);
  expect(await field.chosen()).toEqual([]);
  await waitUntilShown(page.getByText("No language found."));
  await press("Backspace");
  expect(await field.announced()).toBe("1 result");
  await press("Enter");
  expect(await field.chosen()).toEqual(["Urdu"]);
  expect(problems).toEqual([]);
});

test("the language list shows Arabic's own name from right to left", async () => {
  await field.input.fill("arabic");
  const second = field.options.first().locator("[lang=ar]");
  expect(await second.getAttribute("dir")).toBe("rtl");
  expect(await second.evaluate((name) => getComputedStyle(name).direction)).toBe("rtl");
});
