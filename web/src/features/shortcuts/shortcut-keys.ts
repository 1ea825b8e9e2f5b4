import * as z from "zod/mini";

/** Keys as `toShortcutKey` returns them, in the order of the dialog. */
export type ShortcutKeys<Name extends string> = Readonly<Record<Name, string>>;

/** Keys as they are stored, before `normaliseKeys`. */
export const StoredKeys = z.record(z.string(), z.string());

export function listShortcuts<Name extends string>(keys: ShortcutKeys<Name>): readonly Name[] {
  return Object.keys(keys).filter((name): name is Name => name in keys);
}

type KeyPress = Pick<KeyboardEvent, "key" | "code" | "shiftKey" | "ctrlKey" | "altKey" | "metaKey" | "isComposing">;

const typableKey = /^[!-~]$/;

/**
 * Returns the shortcut key of an event: a lower-case letter, a digit or a symbol. On a keyboard for another script,
 * returns the Latin letter, digit or symbol of the key. Returns null for other keys, such as Enter, Space, Tab and
 * arrows, and for keys with Ctrl, Alt or Command.
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

export function shortcutFor<Name extends string>(keys: ShortcutKeys<Name>, key: string): Name | undefined {
  return listShortcuts(keys).find((name) => keys[name] === key);
}

export type Rebinding<Name extends string> = { keys: ShortcutKeys<Name> } | { takenBy: Name };

export function rebind<Name extends string>(keys: ShortcutKeys<Name>, name: Name, key: string): Rebinding<Name> {
  const takenBy = shortcutFor(keys, key);
  return takenBy && takenBy !== name ? { takenBy } : { keys: { ...keys, [name]: key } };
}

/** Returns all letters and digits, used or not. Keys that are not a default of any shortcut come first. */
function spareKeys<Name extends string>(defaults: ShortcutKeys<Name>): readonly string[] {
  const isDefault = (key: string) => shortcutFor(defaults, key) !== undefined;
  return [..."abcdefghijklmnopqrstuvwxyz0123456789"].toSorted((a, b) => Number(isDefault(a)) - Number(isDefault(b)));
}

/**
 * Repairs stored keys and keeps the learner's choices. Replaces a missing, invalid or duplicate key by the default key.
 * If another shortcut uses the default, replaces the key by a free one.
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
