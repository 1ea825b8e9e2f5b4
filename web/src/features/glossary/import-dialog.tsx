import { useId, useLayoutEffect, useRef } from "react";
import { type LanguageName, languageLabel } from "../../../../domain/content/language.ts";
import type { TermImport } from "../../../../domain/study/read-terms.ts";
import type { StoredTerm } from "../../../../domain/study/study.ts";
import { Button } from "../../ui/button.tsx";
import { countedText } from "../../ui/counted-text.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { languageAttributes } from "../../ui/writing-systems.ts";
import { importNotes, moreProblemsText, refusalTexts, summaryText } from "./import-texts.ts";
import { type ImportState, type TermImportSteps, useTermImport } from "./use-term-import.ts";
import "./import-dialog.css";

const previewLength = 3;

function Problems({ result }: { result: TermImport }) {
  if (result.problemCount === 0) return null;
  return (
    <>
      <p>{result.problemCount === 1 ? "This line is not imported:" : "These lines are not imported:"}</p>
      <ul className="import-problems">
        {result.problems.map(({ line, problem }) => (
          <li key={line}>
            Line {line}: {problem}
          </li>
        ))}
      </ul>
      <p>{moreProblemsText(result)}</p>
    </>
  );
}

function Preview({ result }: { result: TermImport }) {
  const shown = [...result.added, ...result.changed].slice(0, previewLength);
  return (
    <>
      {shown.length > 0 && (
        <ul className="import-preview" aria-label="First terms">
          {shown.map(({ id, term }) => (
            <li key={id}>
              <span lang="en" dir="ltr">
                {term.english}
              </span>
              <span {...languageAttributes(term.language)}>{term.translation}</span>
            </li>
          ))}
        </ul>
      )}
      {importNotes(result).map((note) => (
        <p key={note}>{note}</p>
      ))}
      <Problems result={result} />
    </>
  );
}

function statusOf(state: ImportState): string {
  switch (state.kind) {
    case "choosing":
      return "";
    case "reading":
      return `Reading the file: ${Math.round(state.share * 100)}%`;
    case "read":
      return summaryText(state.result);
    case "refused":
      return refusalTexts[state.refusal];
    case "saving":
      return "Saving the terms…";
    case "saved":
      return `Added or changed ${countedText(state.count, "term")} in your glossary.`;
  }
}

function FileField({ isBusy, onChoose }: { isBusy: boolean; onChoose: (file: File) => void }) {
  const id = useId();
  return (
    <div className="import-file">
      <label htmlFor={id}>File</label>
      <input
        id={id}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
        disabled={isBusy}
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file) onChoose(file);
          // Otherwise the browser would fire no change event when the learner chooses the same file again.
          target.value = "";
        }}
      />
    </div>
  );
}

type ActionsProps = { steps: TermImportSteps; onClose: () => void };

function ImportActions({ steps: { state, save }, onClose }: ActionsProps) {
  const close = useRef<HTMLButtonElement>(null);
  const isSaved = state.kind === "saved";
  const isSaving = state.kind === "saving";
  const count = state.kind === "read" ? state.result.added.length + state.result.changed.length : 0;
  useLayoutEffect(() => {
    // Moves the focus before the browser paints, because the Save button disappears.
    if (isSaved) close.current?.focus();
  }, [isSaved]);
  return (
    <>
      <Button ref={close} variant={isSaved ? "ink" : "plain"} disabled={isSaving} onClick={onClose}>
        {isSaved ? "Close" : "Cancel"}
      </Button>
      {(count > 0 || isSaving) && (
        <Button variant="ink" busy={isSaving} onClick={() => state.kind === "read" && void save(state.result)}>
          {isSaving ? "Saving..." : `Save ${countedText(count, "term")}`}
        </Button>
      )}
    </>
  );
}

type Props = { userId: string; language: LanguageName; own: readonly StoredTerm[]; onClose: () => void };

export function ImportDialog({ userId, language, own, onClose }: Props) {
  const steps = useTermImport(userId, language, own);
  const { state, choose } = steps;
  return (
    <Dialog
      title="Import terms"
      onDismiss={() => state.kind !== "saving" && onClose()}
      actions={<ImportActions steps={steps} onClose={onClose} />}
    >
      {state.kind !== "saved" && (
        <>
          <p>
            Choose a CSV or text file with English terms and their translations. Terms without a language are imported
            as {languageLabel(language)}.
          </p>
          <FileField isBusy={state.kind === "saving"} onChoose={choose} />
        </>
      )}
      <p className="import-status" role="status" data-failed={state.kind === "refused"}>
        {statusOf(state)}
      </p>
      {state.kind === "read" && <Preview result={state.result} />}
    </Dialog>
  );
}
