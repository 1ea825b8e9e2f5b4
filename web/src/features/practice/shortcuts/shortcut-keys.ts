/** Everything in the practice screen that a key can do, in the order in which it is listed. */
export const shortcutNames = {
  "play-original": "Play or Pause Audio",
  "finish-attempt": "Finish Attempt",
  "play-own": "Play Your Recording",
  "play-translation": "Play Translated Audio",
  loop: "Loop",
  "loop-from": "Loop from here",
  "loop-to": "Loop to here",
  restart: "Restart Segment",
  previous: "Previous segment",
  next: "Next segment, or Finish",
  segments: "Go to a segment",
  transcripts: "Show or hide transcripts",
  slower: "Play slower",
  faster: "Play faster",
  topics: "Back to Topics",
  help: "Keyboard shortcuts",
} as const;

export type Shortcut = keyof typeof shortcutNames;

/** The key of each shortcut, as `shortcutKeyOf` names it. */
export type ShortcutKeys = Readonly<Record<Shortcut, string>>;

export const defaultKeys: ShortcutKeys = {
  "play-original": "a",
  "finish-attempt": "f",
  "play-own": "y",
  "play-translation": "t",
  loop: "l",
  "loop-from": "i",
  "loop-to": "o",
  restart: "r",
  previous: "p",
  next: "n",
  segments: "g",
  transcripts: "s",
  slower: ",",
  faster: ".",
  topics: "b",
  help: "?",
};

export const shortcuts = Object.keys(shortcutNames).filter((name): name is Shortcut => name in shortcutNames);

type KeyPress = Pick<KeyboardEvent, "key" | "code" | "shiftKey" | "ctrlKey" | "altKey" | "metaKey" | "isComposing">;

const typable = /^[!-~]$/;

/**
 * The key that an event stands for: a letter in lower case, a digit or a sign. Null for all that belongs to the browser or
 * the page: Enter, Space, Tab, the arrows, and whatever is pressed with a modifier key. On a keyboard set to another
 * script, a key stands for the Latin letter that is printed on it.
 */
export function shortcutKeyOf(press: KeyPress): string | null {
  const { key, code, shiftKey } = press;
  if (press.ctrlKey || press.altKey || press.metaKey || press.isComposing) return null;
  if (typable.test(key)) return key.toLowerCase();
  if ([...key].length !== 1 || key === " ") return null;
  if (code === "Slash" && shiftKey) return "?";
  const [, printed] = /^(?:Key|Digit)(.)$/.exec(code) ?? [];
  return printed?.toLowerCase() ?? { Comma: ",", Period: ".", Slash: "/" }[code] ?? null;
}

/** What a key does; undefined for nothing. */
export function shortcutFor(keys: ShortcutKeys, key: string): Shortcut | undefined {
  return shortcuts.find((name) => keys[name] === key);
}

/** The outcome of giving a shortcut another key: the new keys, or the shortcut that has the key already. */
export type Rebinding = { keys: ShortcutKeys } | { takenBy: Shortcut };

/** Gives a shortcut another key, unless a different one has it. */
export function rebind(keys: ShortcutKeys, name: Shortcut, key: string): Rebinding {
  const takenBy = shortcutFor(keys, key);
  return takenBy && takenBy !== name ? { takenBy } : { keys: { ...keys, [name]: key } };
}

/** Keys for shortcuts that have lost theirs; first of all those that no shortcut has at first. */
const spareKeys = [..."abcdefghijklmnopqrstuvwxyz0123456789"].toSorted(
  (a, b) => Number(isDefault(a)) - Number(isDefault(b)),
);

function isDefault(key: string): boolean {
  return shortcutFor(defaultKeys, key) !== undefined;
}

/**
 * Stored keys as they can be used. What a learner chose stays; a shortcut that is missing, as one that came later, or whose
 * key is unusable or another's already has the key it had at first, or a spare one if that was chosen for something else.
 */
export function mendKeys(stored: Readonly<Record<string, string>>): ShortcutKeys {
  const owners = new Map<string, Shortcut>();
  for (const name of shortcuts) {
    const key = stored[name];
    if (key && typable.test(key) && key === key.toLowerCase() && !owners.has(key)) owners.set(key, name);
  }
  const settled = new Set(owners.values());
  for (const name of shortcuts.filter((each) => !settled.has(each))) {
    const key = [defaultKeys[name], ...spareKeys].find((each) => !owners.has(each));
    if (key) owners.set(key, name);
  }
  let keys = defaultKeys;
  for (const [key, name] of owners) keys = { ...keys, [name]: key };
  return keys;
}
