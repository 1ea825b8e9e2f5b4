import * as z from "zod/mini";

/** The key of each of a screen's shortcuts, as `shortcutKeyOf` names it, in the order in which they are listed. */
export type ShortcutKeys<Name extends string> = Readonly<Record<Name, string>>;

/** A learner's keys as they are stored, before they are mended. */
export const StoredKeys = z.record(z.string(), z.string());

/** The shortcuts that have keys, in their order. */
export function listShortcuts<Name extends string>(keys: ShortcutKeys<Name>): readonly Name[] {
  return Object.keys(keys).filter((name): name is Name => name in keys);
}

type KeyPress = Pick<KeyboardEvent, "key" | "code" | "shiftKey" | "ctrlKey" | "altKey" | "metaKey" | "isComposing">;

const typableKey = /^[!-~]$/;

/**
 * The key that an event stands for: a letter in lower case, a digit or a sign. Null for all that belongs to the browser or
 * the page: Enter, Space, Tab, the arrows, and whatever is pressed with a modifier key. On a keyboard set to another
 * script, a key stands for the Latin letter that is printed on it.
 */
export function toShortcutKey(press: KeyPress): string | null {
  const { key, code, shiftKey } = press;
  if (press.ctrlKey || press.altKey || press.metaKey || press.isComposing) return null;
  if (typableKey.test(key)) return key.toLowerCase();
  if ([...key].length !== 1 || key === " ") return null;
  if (code === "Slash" && shiftKey) return "?";
  const [, printed] = /^(?:Key|Digit)(.)$/.exec(code) ?? [];
  return printed?.toLowerCase() ?? { Comma: ",", Period: ".", Slash: "/" }[code] ?? null;
}

/** What a key does; undefined for nothing. */
export function shortcutFor<Name extends string>(keys: ShortcutKeys<Name>, key: string): Name | undefined {
  return listShortcuts(keys).find((name) => keys[name] === key);
}

/** The outcome of giving a shortcut another key: the new keys, or the shortcut that has the key already. */
export type Rebinding<Name extends string> = { keys: ShortcutKeys<Name> } | { takenBy: Name };

/** Gives a shortcut another key, unless a different one has it. */
export function rebind<Name extends string>(keys: ShortcutKeys<Name>, name: Name, key: string): Rebinding<Name> {
  const takenBy = shortcutFor(keys, key);
  return takenBy && takenBy !== name ? { takenBy } : { keys: { ...keys, [name]: key } };
}

/** Keys for shortcuts that have lost theirs; first of all those that no shortcut has at first. */
function spareKeys<Name extends string>(defaults: ShortcutKeys<Name>): readonly string[] {
  const isDefault = (key: string) => shortcutFor(defaults, key) !== undefined;
  return [..."abcdefghijklmnopqrstuvwxyz0123456789"].toSorted((a, b) => Number(isDefault(a)) - Number(isDefault(b)));
}

/**
 * Stored keys as they can be used. What a learner chose stays; a shortcut that is missing, as one that came later, or whose
 * key is unusable or another's already has the key it had at first, or a spare one if that was chosen for something else.
 */
export function normaliseKeys<Name extends string>(
  stored: Readonly<Record<string, string>>,
  defaults: ShortcutKeys<Name>,
): ShortcutKeys<Name> {
  const names = listShortcuts(defaults);
  const owners = new Map<string, Name>();
  for (const name of names) {
    const key = stored[name];
    if (key && typableKey.test(key) && key === key.toLowerCase() && !owners.has(key)) owners.set(key, name);
  }
  const settled = new Set(owners.values());
  for (const name of names.filter((each) => !settled.has(each))) {
    const key = [defaults[name], ...spareKeys(defaults)].find((each) => !owners.has(each));
    if (key) owners.set(key, name);
  }
  let keys = defaults;
  for (const [key, name] of owners) keys = { ...keys, [name]: key };
  return keys;
}
