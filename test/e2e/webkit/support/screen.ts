import { setTimeout as pause } from "node:timers/promises";
import type { WebDriver, WebElement } from "selenium-webdriver";
import { limitMs } from "../../../support/limits.ts";

const timeoutMs = limitMs(15_000);
const lookEveryMs = 50;

type Role =
  | "button"
  | "link"
  | "heading"
  | "textbox"
  | "tab"
  | "dialog"
  | "menuitem"
  | "radio"
  | "combobox"
  | "option"
  | "timer";

/** Elements that may have a role, so that the browser need not be asked about every one. */
const candidates: Record<Role, string> = {
  button: "button",
  link: "a[href]",
  heading: "h1, h2, h3",
  textbox: "input, textarea",
  tab: "[role=tab]",
  dialog: "dialog",
  menuitem: "[role=menuitem]",
  radio: "input[type=radio]",
  combobox: "[role=combobox]",
  option: "[role=option]",
  timer: "[role=timer]",
};

/** Looks again and again, since a screen may be drawn anew at any moment. */
async function until<Value>(what: string, look: () => Promise<Value | null>): Promise<Value> {
  const giveUpAt = performance.now() + timeoutMs;
  let reason: unknown;
  for (;;) {
    const value = await look().catch((error: unknown) => {
      reason = error;
      return null;
    });
    if (value !== null) return value;
    if (performance.now() > giveUpAt) throw new Error(`${what} did not show`, { cause: reason });
    await pause(lookEveryMs);
  }
}

/** What a screen in WebKitGTK shows, and what a learner does there. */
export class Screen {
  readonly #driver: WebDriver;
  readonly #problems: string[] = [];

  constructor(driver: WebDriver) {
    this.#driver = driver;
  }

  /** Opens an address, and notes from when it has loaded what goes wrong there. */
  async open(url: string): Promise<void> {
    await this.#collectProblems();
    await this.#driver.get(url);
    await this.#driver.executeScript(() => {
      const problems: string[] = [];
      Object.assign(window, { problems });
      addEventListener("error", ({ message }) => problems.push(message));
      addEventListener("unhandledrejection", ({ reason }) => problems.push(String(reason)));
      const { error } = console;
      console.error = (...told: unknown[]) => {
        problems.push(told.map(String).join(" "));
        error.apply(console, told);
      };
    });
  }

  /** Everything that went wrong on the pages that were opened. */
  async problems(): Promise<readonly string[]> {
    await this.#collectProblems();
    return this.#problems;
  }

  async #collectProblems(): Promise<void> {
    const found = await this.#driver.executeScript<string[]>("return window.problems?.splice(0) ?? []");
    this.#problems.push(...found);
  }

  /** Waits for something that the browser itself names so to assistive technology. */
  async find(role: Role, name: string | RegExp): Promise<WebElement> {
    const isNamed = (given: string) => (typeof name === "string" ? given === name : name.test(given));
    return until(`${role} ${name}`, async () => {
      for (const element of await this.#driver.findElements({ css: candidates[role] })) {
        if ((await element.isDisplayed()) && isNamed((await element.getAccessibleName()).trim())) return element;
      }
      return null;
    });
  }

  /** Waits until a text shows. */
  async told(text: string): Promise<void> {
    await until(`"${text}"`, async () => ((await this.#shows(text)) ? true : null));
  }

  /** Waits until what is named so says a text, and nothing else. */
  async reads(role: Role, name: string, text: string): Promise<void> {
    await until(`${role} ${name} with "${text}"`, async () =>
      (await (await this.find(role, name)).getText()) === text ? true : null,
    );
  }

  /** Waits until a text shows no more. */
  async gone(text: string): Promise<void> {
    await until(`The end of "${text}"`, async () => ((await this.#shows(text)) ? null : true));
  }

  async #shows(text: string): Promise<boolean> {
    return (await this.#driver.executeScript<string>("return document.body.innerText")).includes(text);
  }

  /** Waits until all of these show. */
  async shows(...parts: readonly (readonly [Role, string | RegExp])[]): Promise<void> {
    for (const [role, name] of parts) await this.find(role, name);
  }

  /** Clicks, as a person does who has scrolled it to where nothing covers it. */
  async click(role: Role, name: string | RegExp): Promise<void> {
    await until(`${role} ${name} to click on`, async () => {
      const element = await this.find(role, name);
      await this.#driver.executeScript("arguments[0].scrollIntoView({ block: 'center' })", element);
      await element.click();
      return true;
    });
  }

  /** Types into a field, after what stands there. */
  async fill(role: "textbox" | "combobox", label: string, text: string): Promise<void> {
    await (await this.find(role, label)).sendKeys(text);
  }

  /** The path of the page. */
  async path(): Promise<string> {
    return new URL(await this.#driver.getCurrentUrl()).pathname;
  }
}
