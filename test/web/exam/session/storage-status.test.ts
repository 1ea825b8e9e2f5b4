// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, onTestFinished, test, vi } from "vitest";
import { storageTexts } from "../../../../web/src/features/exam/session/preparation.tsx";
import { downloadFailureText, useStorageStatus } from "../../../../web/src/features/exam/session/use-preparation.ts";
import { renderHook } from "../../support/render-hook.ts";

const storage = { estimate: async () => ({ quota: 1e9, usage: 0 }), persist: async () => true };

test.each([
  ["stores recordings", null, "kept"],
  ["is full", "QuotaExceededError", "too-little"],
  ["blocks storage", "InvalidStateError", "refused"],
])("useStorageStatus returns “$2” in a browser that $0", async (_, error, status) => {
  onTestFinished(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });
  vi.stubGlobal("navigator", { ...navigator, userAgent: "", storage });
  if (error !== null) {
    vi.spyOn(IDBObjectStore.prototype, "add").mockImplementation(() => {
      throw new DOMException("", error);
    });
  }
  const { result } = await renderHook<number, string>((seconds) => useStorageStatus("asha", seconds), 60);
  // The database answers outside of React's `act`.
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  await vi.waitFor(() => expect(result()).toBe(status));
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
});

test.each([
  [
    "QuotaExceededError",
    "There is no room for the dialogues. Delete recordings or kept dialogues in Profile, or free up space. Then try again.",
  ],
  [
    "InvalidStateError",
    "Parlance could not use this browser's storage for the dialogues. Allow site data for Parlance in your browser's settings, or leave the private window. Then try again.",
  ],
])("downloadFailureText for the browser's %s returns “%s”", (name, text) => {
  expect(downloadFailureText(new DOMException("", name))).toBe(text);
});

test("the message about too little space links to the account tab of the profile", () => {
  const html = renderToStaticMarkup(createElement(MemoryRouter, null, storageTexts["too-little"]));
  expect(html).toContain('href="/profile?tab=account"');
});
