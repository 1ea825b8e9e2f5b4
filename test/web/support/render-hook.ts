import { act, createElement, useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";
import { onTestFinished, vi } from "vitest";

export type RenderedHook<Given, Told> = {
  /** What the hook told when it was drawn last. */
  result: () => Told;
  /** Draws it again with something else. */
  rerender: (given: Given) => Promise<void>;
  /** Takes the component away. */
  unmount: () => Promise<void>;
};

/**
 * Shows a component that does nothing but use a hook, in a file of tests whose environment is happy-dom. Whatever draws it
 * anew has to be awaited within React's `act`. It is taken away when the test is over.
 */
export async function renderHook<Given, Told>(
  hook: (given: Given) => Told,
  first: Given,
): Promise<RenderedHook<Given, Told>> {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const root = createRoot(document.createElement("div"));
  let latest: { value: Told } | undefined;
  const Component = ({ given }: { given: Given }) => {
    const value = hook(given);
    useLayoutEffect(() => {
      latest = { value };
    });
    return null;
  };
  const give = (given: Given) => act(async () => root.render(createElement(Component, { given })));
  const remove = () => act(async () => root.unmount());
  onTestFinished(remove);
  await give(first);
  return {
    result: () => {
      if (!latest) throw new Error("The component is drawn before anything is asked of it");
      return latest.value;
    },
    rerender: give,
    unmount: remove,
  };
}
