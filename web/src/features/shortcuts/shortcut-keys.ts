import * as z from "zod/mini";

/** Keys as `toShortcutKey` returns them. */
export type ShortcutKeys<Name extends string> = Readonly<Record<Name, string>>;

/** Stored keys may be invalid. `normaliseKeys` repairs them. */
export const StoredKeys = z.record(z.string(), z.string());

export function listShortcuts<Name extends string>(keys: ShortcutKeys<Name>): readonly Name[] {
  return Object.keys(keys).filter((name): name is Name => name in keys);
}

type KeyPress = Pick<KeyboardEvent, "key" | "code" | "shiftKey" | "ctrlKey" | "altKey" | "metaKey" | "isComposing">;

const typableKey = /^[!-~]$/;

/** For a character outside ASCII, uses the position of the key, so that shortcuts also work on a Russian keyboard. */
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

/** Includes keys that are in use. */
function spareKeys<Name extends string>(defaults: ShortcutKeys<Name>): readonly string[] {
  const isDefault = (key: string) => shortcutFor(defaults, key) !== undefined;
  return [..."abcdefghijklmnopqrstuvwxyz0123456789"].toSorted((a, b) => Number(isDefault(a)) - Number(isDefault(b)));
}

/** Replaces a missing, invalid or duplicate key by the shortcut's default, or by a free key if the default is taken. */
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
