import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { languageLabel } from "../../../../domain/content/language.ts";
import { minutesOfReadyList, type ReadyTerm } from "../../../../domain/study/ready-list.ts";
import { Button } from "../../ui/button.tsx";
import { countedText } from "../../ui/counted-text.ts";
import { Dialog } from "../../ui/dialog.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { useWritingSystem } from "../../ui/use-writing-system.ts";
import { languageAttributes } from "../../ui/writing-systems.ts";
import { helpFor } from "../scenario/scenario.ts";
import { loadReadyList, type ReadyListRequest } from "./load-ready-list.ts";
import { glossaryFullText } from "./term-fields.ts";
import { topicName } from "./topic-name.ts";
import { type ReadyRun, useReadyRun } from "./use-ready-run.ts";
import "./ready.css";

type Props = {
  request: ReadyListRequest;
  onClose: () => void;
};

function ReadyCard({ term, isRevealed, isKept }: { term: ReadyTerm; isRevealed: boolean; isKept: boolean }) {
  const { shownFirst, english, translation, language, sentence } = term;
  const isEnglish = shownFirst === "english";
  const [first, second] = isEnglish ? [english, translation] : [translation, english];
  const [from, to] = isEnglish ? (["english", language] as const) : ([language, "english"] as const);
  return (
    <div className="ready-term">
      <p className="ready-side" {...languageAttributes(from)}>
        {first}
      </p>
      {!isRevealed && <p className="ready-task">Say it aloud in {languageLabel(to)}.</p>}
      <div aria-live="polite">
        {isRevealed && (
          <p className="ready-side" {...languageAttributes(to)}>
            {second}
          </p>
        )}
      </div>
      {isRevealed && sentence !== "" && (
        <p className="ready-sentence" {...languageAttributes(from)}>
          {sentence}
        </p>
      )}
      <p className="ready-kept" role="status">
        {isKept && "Kept in your glossary."}
      </p>
    </div>
  );
}

function useKeepKey(keep: () => void) {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key.toLowerCase() !== "k" || event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    event.preventDefault();
    keep();
  });
  useEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

function keepAllText(kept: number, count: number, room: number): string {
  if (room < count - kept) return `Keep ${room} more`;
  if (kept > 0) return count - kept === 1 ? "Keep the other one" : `Keep the other ${count - kept}`;
  return count === 1 ? "Keep the only term" : `Keep all ${count}`;
}

type ActionsProps = { run: ReadyRun; count: number; onClose: () => void };

function ReadyActions({ run, count, onClose }: ActionsProps) {
  const { at, isRevealed, kept, room, isFull } = run;
  const isOver = at >= count;
  const main = useRef<HTMLButtonElement>(null);
  // Focuses the main button, so that Enter and Space move through the list.
  useEffect(() => main.current?.focus(), []);
  return (
    <>
      {!isOver && <Button onClick={onClose}>Stop</Button>}
      {kept.size < count && !isFull && <Button onClick={run.keepAll}>{keepAllText(kept.size, count, room)}</Button>}
      {!isOver && (
        <Button aria-keyshortcuts="k" aria-disabled={kept.has(at) || isFull} onClick={run.keep}>
          Keep
        </Button>
      )}
      <Button ref={main} variant="ink" onClick={isOver ? onClose : run.advance}>
        {isOver ? "Close" : isRevealed ? "Next" : "Show"}
      </Button>
    </>
  );
}

type RunProps = { request: ReadyListRequest; terms: readonly ReadyTerm[]; onClose: () => void };

function ReadyRunDialog({ request: { userId, language, own }, terms, onClose }: RunProps) {
  const run = useReadyRun({ userId, terms, ownCount: own.length });
  const { at, isRevealed, kept } = run;
  const isCut = run.isFull && kept.size < terms.length;
  useKeepKey(run.keep);
  useWritingSystem(language);
  const term = terms[at];
  return (
    <Dialog
      title={`${countedText(terms.length, "term")} before you practise`}
      onDismiss={onClose}
      actions={<ReadyActions run={run} count={terms.length} onClose={onClose} />}
    >
      {term ? (
        <>
          <p className="ready-task">
            {at + 1} of {terms.length} · about {countedText(minutesOfReadyList(terms.length - at), "minute")} left.
            {!run.isFull && !kept.has(at) && (
              <>
                {" "}
                Press Keep<span className="ready-key"> or K</span> to keep this term.
              </>
            )}
          </p>
          <ReadyCard key={at} term={term} isRevealed={isRevealed} isKept={kept.has(at)} />
        </>
      ) : (
        <p role="status">
          End of the list. You kept {kept.size} of {countedText(terms.length, "term")}.
        </p>
      )}
      {isCut && (
        <p className="dialog-problem" role="alert">
          {glossaryFullText}
        </p>
      )}
    </Dialog>
  );
}

function loadFailureText(error: unknown): string {
  const help = helpFor(error);
  if (help === "choose-plan") return "These terms need a paid plan.";
  return `The terms could not be loaded.${help === "try-again" ? " Check your connection and try again." : ""}`;
}

export function ReadyDialog({ request: asked, onClose }: Props) {
  const queries = useQueryClient();
  // Fixed at the start, so that terms that the learner keeps do not change the list.
  const [request] = useState(asked);
  const { userId, language, topicId } = request;
  const loaded = useQuery({
    queryKey: ["ready-list", userId, language, topicId],
    queryFn: () => loadReadyList(queries, request),
    ...{ retry: false, staleTime: 0, gcTime: 0, refetchOnMount: false },
  });
  const { data: terms, error, isError, isFetching } = loaded;
  if (terms && terms.length > 0) return <ReadyRunDialog {...{ request, terms, onClose }} />;
  return (
    <Dialog
      title="Terms before you practise"
      onDismiss={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {isError && (
            <Button variant="ink" busy={isFetching} onClick={() => isFetching || void loaded.refetch()}>
              Try again
            </Button>
          )}
        </>
      }
    >
      {!terms && !isError && <Spinner label="Loading the terms…" />}
      <p role="status">
        {isError && loadFailureText(error)}
        {terms && `There are no new terms in ${topicName(topicId)}.`}
      </p>
    </Dialog>
  );
}
