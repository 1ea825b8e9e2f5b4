import type { ComponentProps, ReactNode } from "react";
import * as z from "zod/mini";
import type { ErrorKind } from "../../../../../domain/exam/exams.ts";
import { createLocalPreference } from "../../../browser/local-preference.ts";
import { stored } from "../../../browser/stored.ts";
import { Button } from "../../../ui/button.tsx";
import { normaliseKeys, type ShortcutKeys, StoredKeys } from "../../shortcuts/shortcut-keys.ts";
import { type ShortcutHandlers, type Shortcuts, useKeyName } from "../../shortcuts/shortcuts.ts";
import { nameUnitShortcuts, type UnitShortcut, unitKeys, unitShortcuts } from "../../shortcuts/unit-shortcuts.ts";
import type { SheetPlayer } from "./sheet-player.ts";
import { hasAudio } from "./sheet-view.ts";
import type { Sheet } from "./use-sheet.ts";

export function unitShortcut(unit: number): UnitShortcut | undefined {
  return unitShortcuts[unit];
}

export const sheetShortcutNames = {
  "play-own": "Play or pause recording",
  "play-original": "Play or pause original",
  "play-translation": "Play or pause reference",
  back: "Back two seconds",
  on: "Forward two seconds",
  omission: "Note an omission",
  distortion: "Note a distortion",
  insertion: "Note an insertion",
  language: "Note a language error",
  register: "Note a register error",
  pause: "Note a hesitation",
  "self-correction": "Note a self-correction",
  repeat: "Note a repeat",
  "change-note": "Change the note with the latest time",
  ...nameUnitShortcuts((unit) => `Mark unit ${unit}`),
  "rest-carried": "Mark other units correct",
  marked: "Finish segment, go to next",
  previous: "Previous segment",
  next: "Next segment",
  result: "See the result",
  help: "Keyboard shortcuts",
} as const satisfies Record<ErrorKind | UnitShortcut, string> & Record<string, string>;

export type SheetShortcut = keyof typeof sheetShortcutNames;

/**
 * In the order of the shortcuts dialog. Actions that are also on the practice screen have the same keys there. A kind
 * of error has the first letter of its name, if that letter is free.
 */
export const defaultSheetKeys: ShortcutKeys<SheetShortcut> = {
  "play-own": "y",
  "play-original": "a",
  "play-translation": "t",
  back: ",",
  on: ".",
  omission: "o",
  distortion: "d",
  insertion: "i",
  language: "l",
  register: "r",
  pause: "h",
  "self-correction": "s",
  repeat: "g",
  "change-note": "e",
  ...unitKeys,
  "rest-carried": "c",
  marked: "m",
  previous: "p",
  next: "n",
  result: "v",
  help: "?",
};

const normaliseStoredKeys = z.transform((keys: z.infer<typeof StoredKeys>) => normaliseKeys(keys, defaultSheetKeys));
const Choice = z.object({ on: z.boolean(), keys: z.pipe(StoredKeys, normaliseStoredKeys) });

export const sheetShortcuts: Shortcuts<SheetShortcut> = {
  names: sheetShortcutNames,
  defaults: defaultSheetKeys,
  choice: createLocalPreference(stored.sheetShortcuts, Choice, { on: true, keys: defaultSheetKeys }),
};

const skipSeconds = 2;

type SheetContext = {
  sheet: Sheet;
  player: SheetPlayer;
  kinds: readonly ErrorKind[];
  onResult: () => void;
  onHelp: () => void;
};

export function sheetActions({
  sheet,
  player,
  kinds,
  onResult,
  onHelp,
}: SheetContext): ShortcutHandlers<SheetShortcut> {
  const { segment } = sheet;
  const actions: ShortcutHandlers<SheetShortcut> = {
    back: () => player.skip(-skipSeconds),
    on: () => player.skip(skipSeconds),
    marked: sheet.markAndGoToNext,
    previous: () => sheet.step(-1),
    next: () => sheet.step(1),
    result: onResult,
    help: onHelp,
  };
  const voices = { "play-own": "own", "play-original": "original", "play-translation": "translation" } as const;
  for (const shortcut of ["play-own", "play-original", "play-translation"] as const) {
    const audio = voices[shortcut];
    if (hasAudio(segment, audio)) actions[shortcut] = () => player.toggle(audio);
  }
  for (const kind of kinds) actions[kind] = () => sheet.begin(kind);
  const last = segment.notes.at(-1);
  if (last) actions["change-note"] = () => sheet.open(last);
  for (const unit of segment.units.keys()) {
    const shortcut = unitShortcut(unit);
    if (shortcut) actions[shortcut] = () => sheet.tick(unit);
  }
  if (segment.units.length > 0) actions["rest-carried"] = sheet.tickRest;
  return actions;
}

type KeyedButtonProps = Omit<ComponentProps<typeof Button>, "disabled" | "onClick"> & {
  shortcut: SheetShortcut | undefined;
  allowed?: boolean;
  onAct: () => void;
  children: ReactNode;
};

/** Uses `aria-disabled`, so that an unavailable button keeps the focus. */
export function KeyedButton({ shortcut, allowed = true, onAct, children, ...rest }: KeyedButtonProps) {
  const keyName = useKeyName(sheetShortcuts, shortcut);
  return (
    <Button {...rest} aria-disabled={!allowed} aria-keyshortcuts={keyName} onClick={() => allowed && onAct()}>
      <span>{children}</span>
      {keyName && (
        <small className="sheet-key" aria-hidden="true">
          {keyName}
        </small>
      )}
    </Button>
  );
}
