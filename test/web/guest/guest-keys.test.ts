import { describe, expect, test } from "vitest";
import { actionOf } from "../../../web/src/guest/guest-keys.ts";

const plain = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false };
const press = (key: string, modifiers: Partial<typeof plain> = {}) => actionOf({ key, ...plain, ...modifiers });

describe("actionOf", () => {
  test.each([
    ["1", { type: "sound", kind: "original" }],
    ["2", { type: "sound", kind: "recording" }],
    ["3", { type: "sound", kind: "reference" }],
    [" ", { type: "toggle" }],
    ["ArrowLeft", { type: "skip", seconds: -2 }],
    ["ArrowRight", { type: "skip", seconds: 2 }],
    ["n", { type: "step", by: 1 }],
    ["p", { type: "step", by: -1 }],
    ["c", { type: "comment", kind: null }],
    ["g", { type: "comment", kind: "praise" }],
  ])("returns the action of the key %j", (key, action) => {
    expect(press(key)).toEqual(action);
  });

  test("returns a skip of 0.1 seconds, back or forward, for the left or right arrow with Shift", () => {
    expect(press("ArrowRight", { shiftKey: true })).toEqual({ type: "skip", seconds: 0.1 });
    expect(press("ArrowLeft", { shiftKey: true })).toEqual({ type: "skip", seconds: -0.1 });
  });

  test("returns null for the key p with Ctrl, Alt or Meta, and for the unused key z", () => {
    for (const modifier of ["ctrlKey", "altKey", "metaKey"] as const)
      expect(press("p", { [modifier]: true })).toBeNull();
    expect(press("z")).toBeNull();
  });

  test("returns a different kind of comment for each of five keys", () => {
    const keys = ["m", "t", "l", "d", "g"];
    const kinds = keys.map((key) => press(key)).map((action) => action?.type === "comment" && action.kind);
    expect(kinds).toEqual(["meaning", "term", "language", "delivery", "praise"]);
  });
});
