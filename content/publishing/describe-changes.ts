import { cataloguePath } from "../../domain/content/catalogue.ts";
import type { Changes, Sizes } from "./changes.ts";
import { dialogueOf, type Files, sectionOf } from "./layout.ts";
import { abbreviateNames } from "./publish-error.ts";

const maxShownPerKind = 10;

const formatMegabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const formatCount = (count: number, one: string) => `${count.toLocaleString("en")} ${one}${count === 1 ? "" : "s"}`;

function formatSizes(sizes: Sizes): string {
  const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);
  return `${formatCount(sizes.size, "file")}, ${formatMegabytes(bytes)}`;
}

function dialoguesIn(files: Files): Map<string, string> {
  const texts = new Map<string, string>();
  for (const name of Object.keys(files).sort()) {
    const dialogue = dialogueOf(name);
    if (dialogue !== null) texts.set(dialogue, `${texts.get(dialogue) ?? ""}${name} ${files[name]}\n`);
  }
  return texts;
}

type Kind = "added" | "changed" | "removed";

function dialogueLines({ before, after }: Changes): string[] {
  const [old, fresh] = [dialoguesIn(before), dialoguesIn(after)];
  const kindOf = (dialogue: string): Kind | null => {
    if (!old.has(dialogue)) return "added";
    if (!fresh.has(dialogue)) return "removed";
    return old.get(dialogue) === fresh.get(dialogue) ? null : "changed";
  };
  const all = [...new Set([...old.keys(), ...fresh.keys()])].sort();
  return [...Map.groupBy(all, (dialogue) => sectionOf(dialogue))].flatMap(([section, dialogues]) => {
    const byKind = Map.groupBy(dialogues, kindOf);
    return (["added", "changed", "removed"] as const).flatMap((kind) => {
      const named = (byKind.get(kind) ?? []).map((dialogue) => dialogue.slice(section.length));
      if (named.length === 0) return [];
      return [
        `${section.slice(0, -1)}: ${formatCount(named.length, "dialogue")} ${kind}: ${abbreviateNames(named, maxShownPerKind)}`,
      ];
    });
  });
}

/** Leaves out sections that `dialogueLines` describes, because a change of a dialogue may also change its list. */
function listLines({ before, after }: Changes, dialogueLines: readonly string[]): string[] {
  const isOther = (name: string) => Object.hasOwn(before, name) && before[name] !== after[name];
  const lists = Object.keys(after).filter(
    (name) => name !== cataloguePath && dialogueOf(name) === null && isOther(name),
  );
  return [...Map.groupBy(lists.sort(), sectionOf)].flatMap(([section, names]) => {
    const language = section.slice(0, -1);
    if (dialogueLines.some((line) => line.startsWith(`${language}: `))) return [];
    return [`${language}: ${formatCount(names.length, "list")} changed: ${abbreviateNames(names, maxShownPerKind)}`];
  });
}

export function describeChanges(changes: Changes): string[] {
  const { upload, remove, unused, keptForRollback, overwritten } = changes;
  const dialogues = dialogueLines(changes);
  const lines = [...dialogues, ...listLines(changes, dialogues)];
  if (upload.size > 0) {
    lines.push(`To upload: ${formatSizes(new Map([...upload].map(([name, { bytes }]) => [name, bytes])))}.`);
  }
  if (overwritten.length > 0) {
    const which = `${formatCount(overwritten.length, "audio file")} with the same name: ${abbreviateNames(overwritten)}`;
    lines.push(`Warning: this overwrites ${which}. Learners in a dialogue may hear either version.`);
  }
  if (remove.size > 0) lines.push(`To remove: ${formatSizes(remove)}.`);
  if (unused.size > 0) lines.push(`No longer used: ${formatSizes(unused)}. They stay; --prune removes them.`);
  if (keptForRollback.size > 0) {
    lines.push(
      `Kept for learners in a dialogue, until another publication with --prune: ${formatSizes(keptForRollback)}.`,
    );
  }
  return lines.length === 0 ? ["Nothing to change: everything is already published."] : lines;
}
