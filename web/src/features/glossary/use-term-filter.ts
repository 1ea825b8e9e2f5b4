import { useDeferredValue, useMemo, useState } from "react";
import type { LanguageName } from "../../../../domain/content/language.ts";
import { type TopicId, topicIds } from "../../../../domain/content/scenario.ts";
import type { StoredTerm } from "../../../../domain/study/study.ts";
import { createTermSearch } from "../../../../domain/study/term-search.ts";
import type { TermFilter } from "./term-filters.tsx";

export type FilteredTerms = {
  filter: TermFilter;
  change: (change: Partial<TermFilter>) => void;
  languages: readonly LanguageName[];
  topics: readonly TopicId[];
  /** The newest first. */
  ofLanguage: readonly StoredTerm[];
  found: readonly StoredTerm[];
};

/** @param own the language of the learner's dialogues, or of the examples */
export function useTermFilter(terms: readonly StoredTerm[], own: LanguageName): FilteredTerms {
  const [filter, setFilter] = useState<TermFilter>({ language: own, query: "", topic: null });
  const query = useDeferredValue(filter.query);
  const { language, topic } = filter;
  const ofLanguage = useMemo(() => terms.filter((term) => term.language === language).toReversed(), [terms, language]);
  const search = useMemo(() => createTermSearch(ofLanguage), [ofLanguage]);
  const found = useMemo(
    () => search(query).filter(({ topic_id }) => topic === null || topic_id === topic),
    [search, query, topic],
  );
  const used = new Set(ofLanguage.map(({ topic_id }) => topic_id));
  return {
    filter,
    change: (change) => setFilter((known) => ({ ...known, ...change })),
    // The chosen values stay in the lists after their last term is deleted. Otherwise the fields would show other values.
    languages: [...new Set([own, language, ...terms.map((term) => term.language)])],
    topics: topicIds.filter((id) => used.has(id) || id === topic),
    ofLanguage,
    found,
  };
}
