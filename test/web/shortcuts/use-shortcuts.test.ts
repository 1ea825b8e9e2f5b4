// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  defaultKeys,
  practiceShortcuts,
  type ShortcutActions,
} from "../../../web/src/features/practice/screen/practice-shortcuts.ts";
import { useShortcuts } from "../../../web/src/features/shortcuts/shortcuts.ts";
import { renderHook } from "../support/render-hook.ts";

const play = vi.fn();
const { choice: shortcutChoice } = practiceShortcuts;

beforeEach(() => {
  play.mockReset();
  shortcutChoice.set({ on: true, keys: defaultKeys });
});
afterEach(() => document.body.replaceChildren());

const shown = (actions: ShortcutActions = { "play-original": play }) =>
  renderHook((given: ShortcutActions) => useShortcuts(practiceShortcuts, given), actions);

function press(key: string, init: KeyboardEventInit = {}, target: Element = document.body): KeyboardEvent {
  const event = new KeyboardEvent("keydown", {
    key,
    code: `Key${key.toUpperCase()}`,
    bubbles: true,
    cancelable: true,
    ...init,
  });
  target.dispatchEvent(event);
  return event;
}

function put(markup: string): Element {
  document.body.innerHTML = markup;
  const [element] = document.body.children;
  if (!element) throw new Error("The markup has an element");
  return element;
}

describe("useShortcuts", () => {
  it("runs the action of a key and prevents the browser's default action", async () => {
    await shown();
    expect(press("a").defaultPrevented).toBe(true);
    expect(play).toHaveBeenCalledTimes(1);
  });

  it("ignores repeated keys and keys with Ctrl or Meta", async () => {
    await shown();
    expect(press("f").defaultPrevented).toBe(false);
    press("a", { repeat: true });
    press("a", { ctrlKey: true });
    press("a", { metaKey: true });
    expect(play).not.toHaveBeenCalled();
  });

  it.each([
    "<input>",
    "<textarea></textarea>",
    "<select></select>",
    `<p contenteditable="true">x</p>`,
    `<ul role="menu"></ul>`,
  ])("ignores keys typed in %s", async (markup) => {
    await shown();
    press("a", {}, put(markup));
    expect(play).not.toHaveBeenCalled();
  });

  it.each([`<input type="checkbox">`, `<input type="range">`, "<button>Play</button>"])(
    "runs the action of a key that is pressed on %s",
    async (markup) => {
      await shown();
      press("a", {}, put(markup));
      expect(play).toHaveBeenCalledTimes(1);
    },
  );

  it.each(["<dialog open></dialog>", `<div role="dialog"></div>`])("ignores keys while %s is open", async (markup) => {
    await shown();
    put(markup);
    press("a");
    expect(play).not.toHaveBeenCalled();
  });

  it("uses the current actions and keys", async () => {
    const other = vi.fn();
    const { rerender } = await shown();
    await rerender({ "play-original": other });
    shortcutChoice.set({ on: true, keys: { ...defaultKeys, "play-original": "x" } });
    press("a");
    press("x");
    expect([play.mock.calls.length, other.mock.calls.length]).toEqual([0, 1]);
  });

  it("ignores keys while shortcuts are off", async () => {
    const { unmount } = await shown();
    shortcutChoice.set({ on: false, keys: defaultKeys });
    press("a");
    shortcutChoice.set({ on: true, keys: defaultKeys });
    await unmount();
    press("a");
    expect(play).not.toHaveBeenCalled();
  });
});
