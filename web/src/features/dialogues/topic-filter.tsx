import { useId, useRef, useState } from "react";
import type { TopicId } from "../../../../domain/content/scenario.ts";
import { Button } from "../../ui/button.tsx";
import { titleLanguage } from "../../ui/title-language.ts";
import type { Topic } from "../content/scenarios.ts";

type Props = {
  topics: readonly Topic[];
  language: string;
  selected: readonly TopicId[];
  onToggle: (topic: TopicId) => void;
  onClear: () => void;
};

export function TopicFilter({ topics, language, selected, onToggle, onClear }: Props) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const opener = useRef<HTMLButtonElement>(null);
  const clear = () => {
    onClear();
    // The clear button disappears together with the selection, so the focus moves to the opener.
    opener.current?.focus();
  };
  const names = topics.filter((topic) => selected.includes(topic.id)).map(({ name }) => name);
  return (
    <section className="topic-filter" aria-label="Topics">
      <div className="topic-filter-bar">
        <Button ref={opener} aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {selected.length === 0 ? "Filter by topic" : `Topics: ${selected.length}`}
        </Button>
        {names.length > 0 && (
          <>
            <Button variant="quiet" onClick={clear}>
              Clear all
            </Button>
            <span className="topic-filter-names">{names.join(", ")}</span>
          </>
        )}
      </div>
      <fieldset id={id} className="topic-choices" hidden={!open}>
        <legend className="visually-hidden">Topics to filter by</legend>
        {topics.map((topic) => (
          <label key={topic.id} className="topic-choice">
            <input type="checkbox" checked={selected.includes(topic.id)} onChange={() => onToggle(topic.id)} />
            <span {...titleLanguage(topic.name, language)}>{topic.name}</span>
          </label>
        ))}
      </fieldset>
    </section>
  );
}
