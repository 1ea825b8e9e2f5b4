import type { StoredTerm } from "./study.ts";
import type { Term } from "./study-change.ts";
import { termKey } from "./term-text.ts";

export type ImportedTerm = { id: string; term: Term };

export type TermSorter = {
  /** `id` is null if the file has no valid id for the term. */
  sort: (id: string | null, term: Term) => void;
  added: readonly ImportedTerm[];
  /** Each term has the id of a term in the glossary. */
  changed: () => ImportedTerm[];
  knownCount: () => number;
};

const comparedFields = ["language", "english", "translation", "sentence", "note", "topic_id"] as const;

const isSame = (one: Term, other: Term) =>
  comparedFields.every((field) => one[field] === other[field]) &&
  JSON.stringify(one.segment) === JSON.stringify(other.segment);

export function createTermSorter(own: readonly StoredTerm[], createId: () => string): TermSorter {
  const ownById = new Map(own.map((term) => [term.id, term]));
  const idByKey = new Map(own.map((term) => [termKey(term), term.id]));
  const used = new Set(ownById.keys());
  const added: ImportedTerm[] = [];
  const changed = new Map<string, ImportedTerm>();
  let known = 0;
  const sort = (id: string | null, term: Term) => {
    const present = id === null ? undefined : (changed.get(id)?.term ?? ownById.get(id));
    const holder = idByKey.get(termKey(term));
    const isKnown = present ? isSame(present, term) || (holder ?? id) !== id : holder !== undefined;
    if (isKnown) {
      known += 1;
      return;
    }
    const isFree = id !== null && (present !== undefined || !used.has(id));
    const kept = isFree ? id : createId();
    idByKey.set(termKey(term), kept);
    used.add(kept);
    if (present) changed.set(kept, { id: kept, term: { ...term, created_at: present.created_at } });
    else added.push({ id: kept, term });
  };
  return { sort, added, changed: () => [...changed.values()], knownCount: () => known };
}
