// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished, test, vi } from "vitest";
import { createPractice, type PracticeEvent } from "../../../../domain/practice/practice.ts";
import { createObservable } from "../../../../web/src/browser/observable.ts";
import { RestartDialog } from "../../../../web/src/features/practice/screen/restart-dialog.tsx";
import type { Studio } from "../../../../web/src/features/practice/studio/studio.ts";

async function openDialog() {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const playable = Promise.withResolvers<boolean>();
  const events: PracticeEvent["type"][] = [];
  // The dialog uses only these members of the studio.
  const studio = {
    practice: createObservable(createPractice(1)),
    send: ({ type }: PracticeEvent) => void events.push(type),
    canPlayOriginal: () => playable.promise,
  } as unknown as Studio;
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  const dialog = createElement(RestartDialog, { studio });
  await act(async () => root.render(createElement(QueryClientProvider, { client: new QueryClient() }, dialog)));
  const close = () => act(async () => root.unmount());
  onTestFinished(async () => {
    await close();
    document.body.replaceChildren();
    vi.unstubAllGlobals();
  });
  const press = (name: string) =>
    act(async () => {
      for (const button of document.querySelectorAll("button")) if (button.textContent === name) button.click();
    });
  const answer = (isPlayable: boolean) => act(async () => playable.resolve(isPlayable));
  return { events, press, answer, close };
}

test.each([
  ["sends “confirm-restart” if the original can be played", true, "confirm-restart"],
  ["sends “dismiss-dialog” if the original cannot be played", false, "dismiss-dialog"],
] as const)("the restart dialog %s", async (_, isPlayable, event) => {
  const { events, press, answer } = await openDialog();
  await press("Restart Segment");
  expect(events).toEqual([]);
  await answer(isPlayable);
  expect(events).toEqual([event]);
});

test("the restart dialog sends no event after it was closed during the check of the original", async () => {
  const { events, press, answer, close } = await openDialog();
  await press("Restart Segment");
  await close();
  await answer(true);
  expect(events).toEqual([]);
});
