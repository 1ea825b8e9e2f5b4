import { act, createElement, useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";
import { onTestFinished, vi } from "vitest";

export type RenderedHook<Given, Told> = {
  result: () => Told;
  rerender: (given: Given) => Promise<void>;
  unmount: () => Promise<void>;
};

/** Needs the environment happy-dom. Unmounts the component when the test ends. */
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
      if (!latest) throw new Error("The hook has not rendered yet");
      return latest.value;
    },
    rerender: give,
    unmount: remove,
  };
}
