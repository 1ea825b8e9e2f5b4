import { useEffect, useLayoutEffect, useRef } from "react";
import * as z from "zod/mini";
import { openLocalChoice } from "../../../browser/local-choice.ts";
import { useObservable } from "../../../browser/observable.ts";
import { stored } from "../../../browser/stored.ts";
import {
  defaultKeys,
  mendKeys,
  type Shortcut,
  type ShortcutKeys,
  shortcutFor,
  shortcutKeyOf,
} from "./shortcut-keys.ts";

/** What a learner has chosen: whether single keys do anything at all, and which. */
export type ShortcutChoice = { on: boolean; keys: ShortcutKeys };

const Choice = z.object({ on: z.boolean(), keys: z.pipe(z.record(z.string(), z.string()), z.transform(mendKeys)) });

export const shortcutChoice = openLocalChoice(stored.shortcuts, Choice, { on: true, keys: defaultKeys });

/** What the shortcuts do; one that is not here does not exist on this screen. */
export type ShortcutActions = Partial<Record<Shortcut, () => void>>;

/** Where keys are typed, or where they have a meaning of their own. */
const typing =
  "input:not([type='checkbox'], [type='range']), textarea, select, [contenteditable='true'], [role='textbox'], [role='menu']";
const overlay = "dialog[open], [role='dialog'], [role='menu']";

function isForThePage({ target, defaultPrevented, repeat }: KeyboardEvent): boolean {
  if (defaultPrevented || repeat || document.querySelector(overlay)) return false;
  return !(target instanceof Element && target.closest(typing));
}

/** Lets single keys act while the component is shown. */
export function useShortcuts(actions: ShortcutActions): void {
  const present = useRef(actions);
  // Before anything is painted: what a learner sees to be possible, a key does.
  useLayoutEffect(() => {
    present.current = actions;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { on, keys } = shortcutChoice.get();
      const key = on && isForThePage(event) ? shortcutKeyOf(event) : null;
      const name = key === null ? undefined : shortcutFor(keys, key);
      const act = name && present.current[name];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
}

/** The `aria-keyshortcuts` of a control; undefined while shortcuts are off. */
export function useKeyName(name: Shortcut | undefined): string | undefined {
  const { on, keys } = useObservable(shortcutChoice);
  return on && name ? keys[name] : undefined;
}
