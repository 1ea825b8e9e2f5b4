import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { defaultKeys } from "../../../web/src/features/practice/screen/practice-shortcuts.ts";
import {
  listShortcuts,
  normaliseKeys,
  rebind,
  shortcutFor,
  toShortcutKey,
} from "../../../web/src/features/shortcuts/shortcut-keys.ts";

const shortcuts = listShortcuts(defaultKeys);

const plain = {
  code: "",
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  isComposing: false,
};

describe("toShortcutKey", () => {
  test.each([
    [{ key: "a" }, "a"],
    [{ key: "A", shiftKey: true }, "a"],
    [{ key: "?", shiftKey: true }, "?"],
    [{ key: "7" }, "7"],
    [{ key: "ф", code: "KeyA" }, "a"],
    [{ key: "ش", code: "KeyA" }, "a"],
    [{ key: "؟", code: "Slash", shiftKey: true }, "?"],
    [{ key: "١", code: "Digit1" }, "1"],
    [{ key: "،", code: "Comma" }, ","],
  ])("reads %j as %s", (press, key) => {
    expect(toShortcutKey({ ...plain, ...press })).toBe(key);
  });

  test.each(["Enter", " ", "Tab", "Escape", "ArrowLeft", "Home", "End", "PageUp", "PageDown", "F1", "Dead", "Shift"])(
    "returns null for the key %j",
    (key) => {
      expect(toShortcutKey({ ...plain, key, code: "KeyA" })).toBeNull();
    },
  );

  test.each(["ctrlKey", "altKey", "metaKey", "isComposing"])("returns null if %s is set", (modifier) => {
    expect(toShortcutKey({ ...plain, key: "a", [modifier]: true })).toBeNull();
  });
});

describe("the keys of shortcuts", () => {
  const name = fc.constantFrom(...shortcuts);
  const key = fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz0123456789,.?/");

  test("are all different after any series of choices", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(name, key)), (choices) => {
        let keys = defaultKeys;
        for (const [which, wanted] of choices) {
          const outcome = rebind(keys, which, wanted);
          if ("keys" in outcome) {
            keys = outcome.keys;
            expect(shortcutFor(keys, wanted)).toBe(which);
          } else {
            expect(keys[outcome.takenBy]).toBe(wanted);
          }
        }
        expect(new Set(Object.values(keys)).size).toBe(shortcuts.length);
      }),
    );
  });

  test("do not change if a shortcut is assigned its current key", () => {
    expect(rebind(defaultKeys, "restart", "r")).toEqual({ keys: defaultKeys });
  });

  test("are all different for any stored keys", () => {
    fc.assert(
      fc.property(fc.dictionary(name, fc.oneof(key, fc.string())), (stored) => {
        const keys = normaliseKeys(stored, defaultKeys);
        expect(Object.keys(keys).toSorted()).toEqual(shortcuts.toSorted());
        expect(new Set(Object.values(keys)).size).toBe(shortcuts.length);
        for (const each of Object.values(keys)) expect(each).toMatch(/^[!-~]$/);
      }),
    );
    expect(normaliseKeys({ restart: "z" }, defaultKeys)).toEqual({ ...defaultKeys, restart: "z" });
    expect(normaliseKeys({ restart: "ü", previous: "R" }, defaultKeys)).toEqual(defaultKeys);
  });

  test("include the learner's choice even if a new shortcut has the chosen key as default", () => {
    const { loop: _, ...earlier } = { ...defaultKeys, transcripts: "l" };
    const keys = normaliseKeys(earlier, defaultKeys);
    expect({ ...keys, loop: "" }).toEqual({ ...earlier, loop: "" });
    expect(Object.values(defaultKeys)).not.toContain(keys.loop);
    expect(normaliseKeys({ ...defaultKeys, next: "q", previous: "q" }, defaultKeys)).toEqual({
      ...defaultKeys,
      previous: "q",
    });
  });
});
