import type { StoredTerm } from "../../../../domain/study/study.ts";
import { dueText } from "../../../../domain/study/term-due.ts";
import { Button } from "../../ui/button.tsx";
import { languageAttributes } from "../../ui/writing-systems.ts";
import { topicName } from "./topic-name.ts";
import type { TermSound } from "./use-term-sound.ts";

export type TermRowProps = {
  term: StoredTerm;
  dueDay: number | undefined;
  today: number;
  sound: TermSound;
  onEdit: (term: StoredTerm) => void;
  onDelete: (term: StoredTerm) => void;
};

/** A guess, because a term does not store the language of its sentence. */
function sentenceLanguage({ sentence, english, language }: StoredTerm) {
  return sentence.toLowerCase().includes(english.toLowerCase()) ? "english" : language;
}

function SoundButton({ term, sound }: Pick<TermRowProps, "term" | "sound">) {
  const { segment } = term;
  if (!segment) return null;
  const { state } = sound;
  const mine = state.kind !== "quiet" && state.key === term.id ? state.kind : null;
  const action = mine === "playing" ? "Stop" : "Play";
  return (
    <Button
      variant="quiet"
      busy={mine === "loading"}
      aria-label={`${action} the segment of ${term.english}`}
      onClick={() => sound.toggle(term.id, segment)}
    >
      {action}
    </Button>
  );
}

export function TermRow({ term, dueDay, today, sound, onEdit, onDelete }: TermRowProps) {
  const { state } = sound;
  const facts = [
    ...(term.topic_id ? [topicName(term.topic_id)] : []),
    ...(dueDay === undefined ? [] : [dueText(dueDay, today)]),
  ];
  return (
    <li className="term">
      <div className="term-words">
        <p className="term-side" lang="en" dir="ltr">
          {term.english}
        </p>
        <p className="term-side" {...languageAttributes(term.language)}>
          {term.translation}
        </p>
        {term.sentence !== "" && (
          <p className="term-sentence" {...languageAttributes(sentenceLanguage(term))}>
            {term.sentence}
          </p>
        )}
        {term.note !== "" && (
          <p dir="auto" style={{ fontFamily: languageAttributes(term.language).style?.fontFamily }}>
            {term.note}
          </p>
        )}
        <p className="term-facts">{facts.join(" · ")}</p>
      </div>
      <div className="term-actions">
        <SoundButton term={term} sound={sound} />
        <Button variant="quiet" aria-label={`Edit ${term.english}`} onClick={() => onEdit(term)}>
          Edit
        </Button>
        <Button variant="quiet" aria-label={`Delete ${term.english}`} onClick={() => onDelete(term)}>
          Delete
        </Button>
      </div>
      <p className="term-trouble" role="status">
        {state.kind === "failed" && state.key === term.id && state.text}
      </p>
    </li>
  );
}
