import type { StudyChange } from "./study-change.ts";

type ChangedSubject =
  | { type: "setting"; setting: { name: string } }
  | { type: Exclude<StudyChange["type"], "setting">; id: string };

export function subjectOf(change: ChangedSubject): string {
  return change.type === "setting" ? `setting ${change.setting.name}` : `${change.type} ${change.id}`;
}

const sortKeys = (_: string, value: unknown): unknown =>
  value === null || typeof value !== "object" || Array.isArray(value)
    ? value
    : Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));

/** Devices may build the same change with its keys in another order. */
const textOf = (change: StudyChange) => JSON.stringify(change, sortKeys);

/** Changes of the same instant are compared by text, so that all devices choose the same one. */
function compareChanges(one: StudyChange, other: StudyChange): number {
  const apart = Date.parse(one.changed_at) - Date.parse(other.changed_at);
  if (apart !== 0) return apart;
  const [text, otherText] = [textOf(one), textOf(other)];
  return text === otherText ? 0 : text < otherText ? -1 : 1;
}

/** Both changes must have the same subject. */
export function isLaterChange(one: StudyChange, other: StudyChange): boolean {
  return compareChanges(one, other) > 0;
}

/**
 * Returns the latest change of each subject, ordered by time and then by subject. Copies may be merged in any order and
 * more than once, with the same result.
 */
export function mergeStudyChanges(...copies: readonly (readonly StudyChange[])[]): StudyChange[] {
  const latest = new Map<string, StudyChange>();
  for (const change of copies.flat()) {
    const subject = subjectOf(change);
    const known = latest.get(subject);
    if (!known || isLaterChange(change, known)) latest.set(subject, change);
  }
  // Computes the keys for sorting once, because an import can add thousands of terms.
  return [...latest]
    .map(([subject, change]) => ({ subject, change, at: Date.parse(change.changed_at) }))
    .sort((one, other) => one.at - other.at || (one.subject < other.subject ? -1 : 1))
    .map(({ change }) => change);
}
