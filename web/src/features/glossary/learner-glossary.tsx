import { useEffect, useMemo, useRef, useState } from "react";
import { Link } from "react-router";
import { type LanguageName, languageLabel } from "../../../../domain/content/language.ts";
import { paths } from "../../../../domain/http/pages.ts";
import type { StoredTerm } from "../../../../domain/study/study.ts";
import { dueDaysOfTerms } from "../../../../domain/study/term-due.ts";
import { Button } from "../../ui/button.tsx";
import { countedText } from "../../ui/counted-text.ts";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { useWritingSystem } from "../../ui/use-writing-system.ts";
import { type ScheduledStudy, saveTerms, useScheduledStudy } from "../study/study.ts";
import { DeletedTerm } from "./deleted-term.tsx";
import { GlossaryFiles } from "./glossary-files.tsx";
import { ReadySection } from "./ready-section.tsx";
import { type EditedTerm, editedTerm, newTerm } from "./term-fields.ts";
import { TermFilters } from "./term-filters.tsx";
import { TermList } from "./term-list.tsx";
import { type FilteredTerms, useTermFilter } from "./use-term-filter.ts";
import { useTermSound } from "./use-term-sound.ts";

const TermDialog = lazyPart(
  async () => (await import("./term-dialog.tsx")).TermDialog,
  <p role="status">Opening the form…</p>,
);

type Learner = { userId: string; paid: boolean; language: LanguageName };

function foundText({ found, ofLanguage, filter }: FilteredTerms): string {
  const isFiltered = filter.query.trim() !== "" || filter.topic !== null;
  return isFiltered
    ? `${countedText(found.length, "term")} of ${ofLanguage.length.toLocaleString("en")}`
    : countedText(found.length, "term");
}

function useDeletion(userId: string) {
  const [deleted, setDeleted] = useState<StoredTerm | null>(null);
  const save = (id: string, term: StoredTerm | null) => {
    setDeleted(null);
    if (!term) return;
    const { id: _, ...kept } = term;
    void saveTerms(userId, [{ id, term: kept }]);
  };
  return {
    deleted,
    remove: (term: StoredTerm) => {
      setDeleted(term);
      void saveTerms(userId, [{ id: term.id, term: null }]);
    },
    undo: () => deleted && save(deleted.id, deleted),
  };
}

function NoTerms({ language }: { language: LanguageName }) {
  return (
    <p className="no-terms">
      No terms in {languageLabel(language)} to show. Add a term here, or select words in the transcripts of a dialogue.
    </p>
  );
}

function GlossaryActions({ due, hasTerms, onAdd }: { due: number; hasTerms: boolean; onAdd: () => void }) {
  return (
    <div className="glossary-actions">
      <Button variant="ink" onClick={onAdd}>
        Add a term
      </Button>
      {hasTerms && (
        <Link className="button variant-plain" to={paths.review}>
          Go to Review
        </Link>
      )}
      {due > 0 && <span>{countedText(due, "term")} due today</span>}
    </div>
  );
}

type ListProps = { terms: FilteredTerms; scheduled: ScheduledStudy; dueDays: ReadonlyMap<string, number> };

function TermsSection({ learner, terms, scheduled, dueDays, onEdit }: ListProps & { learner: Learner; onEdit: Edit }) {
  const sound = useTermSound(learner.userId, learner.paid);
  const deletion = useDeletion(learner.userId);
  const heading = useRef<HTMLHeadingElement>(null);
  const undo = () => {
    deletion.undo();
    heading.current?.focus();
  };
  return (
    <>
      {deletion.deleted && <DeletedTerm key={deletion.deleted.id} term={deletion.deleted} onUndo={undo} />}
      <section aria-labelledby="your-terms">
        <div className="terms-head">
          <h2 id="your-terms" ref={heading} tabIndex={-1}>
            Your terms
          </h2>
          <p role="status">{terms.ofLanguage.length > 0 && foundText(terms)}</p>
        </div>
        {terms.ofLanguage.length === 0 ? (
          <NoTerms language={terms.filter.language} />
        ) : (
          <TermList
            key={JSON.stringify(terms.filter)}
            terms={terms.found}
            today={scheduled.today}
            onDelete={deletion.remove}
            {...{ dueDays, sound, onEdit }}
          />
        )}
      </section>
    </>
  );
}

type Edit = (term: StoredTerm) => void;

function Terms({ learner, scheduled }: { learner: Learner; scheduled: ScheduledStudy }) {
  const { userId, language } = learner;
  const { study, items, today } = scheduled;
  const terms = useTermFilter(study.terms, language);
  const dueDays = useMemo(() => dueDaysOfTerms(items), [items]);
  const [edited, setEdited] = useState<EditedTerm | null>(null);
  useWritingSystem(terms.filter.language);
  const due = [...dueDays.values()].filter((day) => day <= today).length;
  const hasTerms = study.terms.length > 0;
  return (
    <>
      <GlossaryActions due={due} hasTerms={hasTerms} onAdd={() => setEdited(newTerm(terms.filter.language))} />
      <ReadySection {...learner} own={study.terms} />
      {hasTerms && (
        <TermFilters filter={terms.filter} languages={terms.languages} topics={terms.topics} onChange={terms.change} />
      )}
      <TermsSection {...{ learner, terms, scheduled, dueDays }} onEdit={(term) => setEdited(editedTerm(term))} />
      <GlossaryFiles userId={userId} language={terms.filter.language} own={study.terms} />
      {edited && <TermDialog userId={userId} start={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

export function LearnerGlossary(learner: Learner) {
  const scheduled = useScheduledStudy(learner.userId);
  // Preloads the dialog, because the network may be lost before the learner opens it.
  useEffect(TermDialog.preload, []);
  if (!scheduled) return <Spinner label="Loading your terms…" />;
  return <Terms learner={learner} scheduled={scheduled} />;
}
