import { setTimeout as pause } from "node:timers/promises";
import { scaledTimeoutMs } from "../../../support/limits.ts";
import type { Name, Role } from "./named-elements.ts";

/** What shows may be an original's length away. */
const timeoutMs = scaledTimeoutMs(15_000);
/** What is about to show is looked for at once again, and what lets itself be waited for less and less often. */
const retryDelayMs = { first: 20, last: 250, growth: 1.4 };

/** An element on the page, as its browser's driver has it. */
export type FoundElement = {
  click: () => Promise<void>;
  /** Types after what stands there. */
  type: (text: string) => Promise<void>;
  press: (key: "End") => Promise<void>;
  text: () => Promise<string>;
  /** What stands in a field. */
  value: () => Promise<string>;
};

/** A page of a browser, by whatever protocol it is driven. */
export type Engine = {
  open: (url: string) => Promise<void>;
  reload: () => Promise<void>;
  url: () => Promise<string>;
  /** What shows and is named so to assistive technology, by the browser's own account. */
  find: (role: Role, name: Name) => Promise<FoundElement | null>;
  /** All text that shows. */
  text: () => Promise<string>;
  /** Everything that went wrong on the pages that were opened. */
  problems: () => Promise<readonly string[]>;
};

const quoted = (role: Role, name: Name) =>
  typeof name === "string" ? `${role} "${name}"` : `${role} with "${name.with}"`;

/** What a screen shows, and what a learner does there, in any browser. */
export class Screen {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Opens an address. */
  async open(url: string): Promise<void> {
    await this.#engine.open(url);
  }

  /** Loads the page anew. */
  async reload(): Promise<void> {
    await this.#engine.reload();
  }

  /** The path of the page. */
  async path(): Promise<string> {
    return new URL(await this.#engine.url()).pathname;
  }

  /** Everything that went wrong on the pages that were opened. */
  async problems(): Promise<readonly string[]> {
    return this.#engine.problems();
  }

  /** Looks again and again, since a screen may be drawn anew at any moment. */
  async #until<Value>(what: string, look: () => Promise<Value | null>): Promise<Value> {
    const giveUpAt = performance.now() + timeoutMs;
    let reason: unknown;
    for (let waitMs = retryDelayMs.first; ; waitMs = Math.min(retryDelayMs.last, waitMs * retryDelayMs.growth)) {
      const value = await look().catch((error: unknown) => {
        reason = error;
        return null;
      });
      if (value !== null) return value;
      if (performance.now() > giveUpAt) {
        throw new Error(`${what} did not show, but this:\n${await this.#engine.text()}`, { cause: reason });
      }
      await pause(waitMs);
    }
  }

  async #find(role: Role, name: Name): Promise<FoundElement> {
    return this.#until(quoted(role, name), () => this.#engine.find(role, name));
  }

  /** Waits until all of these show. */
  async shows(...parts: readonly (readonly [Role, Name])[]): Promise<void> {
    for (const [role, name] of parts) await this.#find(role, name);
  }

  /** Waits until a text shows. */
  async showsText(text: string): Promise<void> {
    await this.#until(`"${text}"`, async () => ((await this.#engine.text()).includes(text) ? true : null));
  }

  /** Waits until a text shows no more. */
  async hidesText(text: string): Promise<void> {
    await this.#until(`The end of "${text}"`, async () => ((await this.#engine.text()).includes(text) ? null : true));
  }

  /** Waits until what is named so says what it should. */
  async hasText(role: Role, name: Name, isRight: (text: string) => boolean): Promise<void> {
    await this.#until(`${quoted(role, name)} with the right text`, async () => {
      const found = await this.#engine.find(role, name);
      return found && isRight(await found.text()) ? true : null;
    });
  }

  /** Waits until a text stands in a field. */
  async hasValue(role: "textbox", label: string, text: string): Promise<void> {
    await this.#until(`${quoted(role, label)} holding "${text}"`, async () =>
      (await (await this.#engine.find(role, label))?.value()) === text ? true : null,
    );
  }

  async #act(role: Role, name: Name, act: (found: FoundElement) => Promise<void>): Promise<void> {
    await this.#until(`${quoted(role, name)} to be used`, async () => {
      const found = await this.#engine.find(role, name);
      if (found) await act(found);
      return found && true;
    });
  }

  /** Clicks, as a person does who has scrolled it to where nothing covers it. */
  async click(role: Role, name: Name): Promise<void> {
    await this.#act(role, name, (found) => found.click());
  }

  /** Presses a key on something. */
  async press(role: Role, name: Name, key: "End"): Promise<void> {
    await this.#act(role, name, (found) => found.press(key));
  }

  /** Types into a field, after what stands there. */
  async fill(role: "textbox" | "password" | "combobox", label: string, text: string): Promise<void> {
    await this.#act(role, label, (found) => found.type(text));
  }
}
