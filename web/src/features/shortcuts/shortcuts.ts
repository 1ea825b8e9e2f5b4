import { useEffect, useLayoutEffect, useRef } from "react";
import type { Observable } from "../../browser/observable.ts";
import { useObservable } from "../../browser/use-observable.ts";
import { type ShortcutKeys, shortcutFor, toShortcutKey } from "./shortcut-keys.ts";

export type ShortcutChoice<Name extends string> = { on: boolean; keys: ShortcutKeys<Name> };

export type Shortcuts<Name extends string> = {
  names: Readonly<Record<Name, string>>;
  defaults: ShortcutKeys<Name>;
  choice: Observable<ShortcutChoice<Name>>;
};

/** A missing action is unavailable now. */
export type ShortcutHandlers<Name extends string> = Partial<Record<Name, () => void>>;

/** Elements in which keys type text or have their own meaning. */
const typingTargets =
  "input:not([type='checkbox'], [type='range']), textarea, select, [contenteditable='true'], [role='textbox'], [role='menu']";
const overlays = "dialog[open], [role='dialog'], [role='menu']";

function isForPage({ target, defaultPrevented, repeat }: KeyboardEvent): boolean {
  if (defaultPrevented || repeat || document.querySelector(overlays)) return false;
  return !(target instanceof Element && target.closest(typingTargets));
}

export function useShortcuts<Name extends string>({ choice }: Shortcuts<Name>, actions: ShortcutHandlers<Name>): void {
  const present = useRef(actions);
  // Updates before paint, so that the keys match what the learner sees.
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

export function useKeyName<Name extends string>(
  { choice }: Shortcuts<Name>,
  name: Name | undefined,
): string | undefined {
  const { on, keys } = useObservable(choice);
  return on && name ? keys[name] : undefined;
}
