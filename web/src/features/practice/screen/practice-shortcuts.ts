import * as z from "zod/mini";
import { createLocalPreference } from "../../../browser/local-preference.ts";
import { stored } from "../../../browser/stored.ts";
import { normaliseKeys, type ShortcutKeys, StoredKeys } from "../../shortcuts/shortcut-keys.ts";
import type { ShortcutHandlers, Shortcuts } from "../../shortcuts/shortcuts.ts";
import { nameUnitShortcuts, unitKeys } from "../../shortcuts/unit-shortcuts.ts";

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
  next: "Next or Finish",
  segments: "Go to a segment",
  transcripts: "Show or hide transcripts",
  notes: "Show or hide notes",
  slower: "Play slower",
  faster: "Play faster",
  ...nameUnitShortcuts((unit) => `Tick or untick unit ${unit} as missed`),
  "save-missed": "All correct, or save what you missed",
  again: "Rating: Again",
  hard: "Rating: Hard",
  good: "Rating: Good",
  easy: "Rating: Easy",
  topics: "Back to Topics",
  help: "Keyboard shortcuts",
} as const;

export type Shortcut = keyof typeof shortcutNames;

/** In the order of the shortcuts dialog. */
export const defaultKeys: ShortcutKeys<Shortcut> = {
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
  notes: "w",
  slower: ",",
  faster: ".",
  ...unitKeys,
  "save-missed": "c",
  again: "x",
  hard: "h",
  good: "k",
  easy: "e",
  topics: "b",
  help: "?",
};

export type ShortcutActions = ShortcutHandlers<Shortcut>;

const repairKeys = z.transform((keys: z.infer<typeof StoredKeys>) => normaliseKeys(keys, defaultKeys));
const ShortcutSettings = z.object({ on: z.boolean(), keys: z.pipe(StoredKeys, repairKeys) });

export const practiceShortcuts: Shortcuts<Shortcut> = {
  names: shortcutNames,
  defaults: defaultKeys,
  choice: createLocalPreference(stored.shortcuts, ShortcutSettings, { on: true, keys: defaultKeys }),
};
