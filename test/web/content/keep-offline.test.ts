// @vitest-environment happy-dom
import "fake-indexeddb/auto";
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test, vi } from "vitest";
import { KeepOffline } from "../../../web/src/features/content/keep-offline.tsx";

const dialogue = { language: "nepali", topicId: "health", listed: { id: "health-1", scenario: "A cough" } } as const;

test("KeepOffline shows a download before any progress, and a second click starts no second download", async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  // `keepDialogue` asks for persistent storage first. In Firefox, the request is pending until the learner decides.
  const persist = vi.fn(() => new Promise<boolean>(() => undefined));
  vi.stubGlobal("navigator", { onLine: true, maxTouchPoints: 0, userAgent: "", storage: { persist } });
  const place = document.createElement("div");
  const root = createRoot(place);
  onTestFinished(async () => {
    await act(async () => root.unmount());
    vi.unstubAllGlobals();
  });
  await act(async () => root.render(createElement(KeepOffline, { userId: "asha", dialogue, segments: [] })));
  const button = place.querySelector("button");
  // The database answers outside of React's `act`.
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  await vi.waitFor(() => expect(button?.disabled).toBe(false));
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  await act(async () => button?.click());
  expect(button?.getAttribute("aria-pressed")).toBe("true");
  expect(place.querySelector("[role=status]")?.textContent).toBe("Starting the download…");
  await act(async () => button?.click());
  expect(persist).toHaveBeenCalledTimes(1);
});
