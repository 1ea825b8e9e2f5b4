import { type CommentKind, commentKinds } from "../../../domain/sharing/share-comment.ts";
import { type SoundKind, soundKinds } from "./shared-sounds.ts";

/** Praise has "g", because "p" opens the previous segment. */
export const kindKeys: Readonly<Record<CommentKind, string>> = {
  meaning: "m",
  term: "t",
  language: "l",
  delivery: "d",
  praise: "g",
};

export const soundKeys: Readonly<Record<SoundKind, string>> = { original: "1", recording: "2", reference: "3" };

export type KeyAction =
  | { type: "sound"; kind: SoundKind }
  | { type: "toggle" }
  | { type: "skip"; seconds: number }
  | { type: "step"; by: 1 | -1 }
  | { type: "comment"; kind: CommentKind | null };

type Key = Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "altKey" | "metaKey">;

const smallSkip = 0.1;
const largeSkip = 2;

export function actionOf({ key, shiftKey, ctrlKey, altKey, metaKey }: Key): KeyAction | null {
  if (ctrlKey || altKey || metaKey) return null;
  const sound = soundKinds.find((kind) => soundKeys[kind] === key);
  if (sound) return { type: "sound", kind: sound };
  const skip = shiftKey ? smallSkip : largeSkip;
  switch (key) {
    case " ":
      return { type: "toggle" };
    case "ArrowLeft":
      return { type: "skip", seconds: -skip };
    case "ArrowRight":
      return { type: "skip", seconds: skip };
    case "n":
      return { type: "step", by: 1 };
    case "p":
      return { type: "step", by: -1 };
    case "c":
      return { type: "comment", kind: null };
  }
  const kind = commentKinds.find((each) => kindKeys[each] === key);
  return kind ? { type: "comment", kind } : null;
}

export function usesKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.closest("textarea, select, input:not([type='range'], [type='checkbox'], [type='radio'])")) return true;
  // Space has no effect of its own on a slider.
  if (key === " ") return target.closest("button, a, summary, input:not([type='range'])") !== null;
  // The arrows move within a group of radio buttons.
  return key.startsWith("Arrow") && target.closest("input[type='radio']") !== null;
}
