import { useEffect, useLayoutEffect, useRef } from "react";
import { type Observable, useObservable } from "../../browser/observable.ts";
import { type ShortcutKeys, shortcutFor, toShortcutKey } from "./shortcut-keys.ts";

/** What a learner has chosen: whether single keys do anything at all, and which. */
export type ShortcutChoice<Name extends string> = { on: boolean; keys: ShortcutKeys<Name> };

/** What keys can do on a screen: what it is called, its keys at first, and those that the learner has chosen. */
export type Shortcuts<Name extends string> = {
  names: Readonly<Record<Name, string>>;
  defaults: ShortcutKeys<Name>;
  choice: Observable<ShortcutChoice<Name>>;
};

/** What the shortcuts of a screen do; one that is not here does not exist on it now. */
export type ShortcutHandlers<Name extends string> = Partial<Record<Name, () => void>>;

/** Where keys are typed, or where they have a meaning of their own. */
const typingTargets =
  "input:not([type='checkbox'], [type='range']), textarea, select, [contenteditable='true'], [role='textbox'], [role='menu']";
const overlays = "dialog[open], [role='dialog'], [role='menu']";

function isForPage({ target, defaultPrevented, repeat }: KeyboardEvent): boolean {
  if (defaultPrevented || repeat || document.querySelector(overlays)) return false;
  return !(target instanceof Element && target.closest(typingTargets));
}

/** Lets single keys act while the component is shown. */
export function useShortcuts<Name extends string>({ choice }: Shortcuts<Name>, actions: ShortcutHandlers<Name>): void {
  const present = useRef(actions);
  // Before anything is painted: what a learner sees to be possible, a key does.
  useLayoutEffect(() => {
    present.current = actions;
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { on, keys } = choice.get();
      const key = on && isForPage(event) ? toShortcutKey(event) : null;
      const name = key === null ? undefined : shortcutFor(keys, key);
      const act = name && present.current[name];
      if (!act) return;
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [choice]);
}

/** The `aria-keyshortcuts` of a control; undefined while shortcuts are off. */
export function useKeyName<Name extends string>(
  { choice }: Shortcuts<Name>,
  name: Name | undefined,
): string | undefined {
  const { on, keys } = useObservable(choice);
  return on && name ? keys[name] : undefined;
}
