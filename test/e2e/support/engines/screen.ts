import { setTimeout as pause } from "node:timers/promises";
import { scaledTimeoutMs } from "../../../support/limits.ts";
import type { Name, Role } from "./named-elements.ts";

const timeoutMs = scaledTimeoutMs(15_000);
const retryDelayMs = { first: 20, last: 250, growth: 1.4 };

export type FoundElement = {
  click: () => Promise<void>;
  type: (text: string) => Promise<void>;
  press: (key: "End") => Promise<void>;
  text: () => Promise<string>;
  value: () => Promise<string>;
};

/** A page of a browser, for any driver protocol. */
export type Engine = {
  open: (url: string) => Promise<void>;
  reload: () => Promise<void>;
  url: () => Promise<string>;
  /** Finds only visible elements. */
  find: (role: Role, name: Name) => Promise<FoundElement | null>;
  text: () => Promise<string>;
  /** In WebKit, errors during the load of a page are missing. */
  problems: () => Promise<readonly string[]>;
};

const quoted = (role: Role, name: Name) =>
  typeof name === "string" ? `${role} "${name}"` : `${role} with "${name.with}"`;

export class Screen {
  readonly #engine: Engine;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  async open(url: string): Promise<void> {
    await this.#engine.open(url);
  }

  async reload(): Promise<void> {
    await this.#engine.reload();
  }

  async path(): Promise<string> {
    return new URL(await this.#engine.url()).pathname;
  }

  async problems(): Promise<readonly string[]> {
    return this.#engine.problems();
  }

  /** Retries after an error too, because the screen may render again at any moment. */
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
        throw new Error(`Timed out waiting for ${what}. The page shows:\n${await this.#engine.text()}`, {
          cause: reason,
        });
      }
      await pause(waitMs);
    }
  }

  async #find(role: Role, name: Name): Promise<FoundElement> {
    return this.#until(quoted(role, name), () => this.#engine.find(role, name));
  }

  async shows(...parts: readonly (readonly [Role, Name])[]): Promise<void> {
    for (const [role, name] of parts) await this.#find(role, name);
  }

  async showsText(text: string): Promise<void> {
    await this.#until(`"${text}"`, async () => ((await this.#engine.text()).includes(text) ? true : null));
  }

  async hidesText(text: string): Promise<void> {
    await this.#until(`"${text}" to disappear`, async () => ((await this.#engine.text()).includes(text) ? null : true));
  }

  async hasText(role: Role, name: Name, isRight: (text: string) => boolean): Promise<void> {
    await this.#until(`${quoted(role, name)} with the right text`, async () => {
      const found = await this.#engine.find(role, name);
      return found && isRight(await found.text()) ? true : null;
    });
  }

  async hasValue(role: "textbox", label: string, text: string): Promise<void> {
    await this.#until(`${quoted(role, label)} holding "${text}"`, async () =>
      (await (await this.#engine.find(role, label))?.value()) === text ? true : null,
    );
  }

  async #act(role: Role, name: Name, act: (found: FoundElement) => Promise<void>): Promise<void> {
    await this.#until(`${quoted(role, name)} to accept an action`, async () => {
      const found = await this.#engine.find(role, name);
      if (found) await act(found);
      return found && true;
    });
  }

  async click(role: Role, name: Name): Promise<void> {
    await this.#act(role, name, (found) => found.click());
  }

  async press(role: Role, name: Name, key: "End"): Promise<void> {
    await this.#act(role, name, (found) => found.press(key));
  }

  /** Keeps the former text of the field. */
  async fill(role: "textbox" | "password" | "combobox", label: string, text: string): Promise<void> {
    await this.#act(role, label, (found) => found.type(text));
  }
}
