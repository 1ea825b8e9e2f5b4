import type { ErrorKind } from "../../../../../domain/exam/exams.ts";
import type { Actions } from "../../shortcuts/shortcuts.ts";
import { type SheetShortcut, unitShortcut } from "./sheet-keys.ts";
import type { SheetPlayer } from "./sheet-player.ts";
import type { Sheet } from "./use-sheet.ts";
import { hasVoice } from "./voices.tsx";

/** How far the keys move within what plays, in seconds. */
const skipSeconds = 2;

type Facts = {
  sheet: Sheet;
  player: SheetPlayer;
  /** What the exam deducts marks for. */
  kinds: readonly ErrorKind[];
  onResult: () => void;
  onHelp: () => void;
};

/** What the keys do on a segment: of units and errors, those that it and the exam have. */
export function sheetActions({ sheet, player, kinds, onResult, onHelp }: Facts): Actions<SheetShortcut> {
  const { segment } = sheet;
  const actions: Actions<SheetShortcut> = {
    back: () => player.skip(-skipSeconds),
    on: () => player.skip(skipSeconds),
    marked: sheet.markAndGoOn,
    previous: () => sheet.step(-1),
    next: () => sheet.step(1),
    result: onResult,
    help: onHelp,
  };
  const voices = { "play-own": "own", "play-original": "original", "play-translation": "translation" } as const;
  for (const shortcut of ["play-own", "play-original", "play-translation"] as const) {
    const audio = voices[shortcut];
    if (hasVoice(segment, audio)) actions[shortcut] = () => player.toggle(audio);
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
