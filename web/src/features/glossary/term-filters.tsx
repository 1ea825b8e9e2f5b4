import { useId } from "react";
import { type LanguageName, languageLabel } from "../../../../domain/content/language.ts";
import type { TopicId } from "../../../../domain/content/scenario.ts";
import { TextField } from "../../ui/fields.ts";
import { topicName } from "./topic-name.ts";

export type TermFilter = { language: LanguageName; query: string; topic: TopicId | null };

type Props = {
  filter: TermFilter;
  languages: readonly LanguageName[];
  topics: readonly TopicId[];
  onChange: (change: Partial<TermFilter>) => void;
};

type ChoiceProps<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChoose: (value: Value) => void;
};

function ChoiceField<Value extends string>({ label, value, options, onChoose }: ChoiceProps<Value>) {
  const id = useId();
  return (
    <div className="choice-field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => {
          const chosen = options.find((option) => option.value === target.value);
          if (chosen) onChoose(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}

const allTopics = { value: "", label: "All topics" } as const;

export function TermFilters({ filter, languages, topics, onChange }: Props) {
  return (
    <search className="term-filters">
      <TextField
        label="Search"
        type="search"
        dir="auto"
        autoComplete="off"
        value={filter.query}
        onChange={({ target }) => onChange({ query: target.value })}
      />
      {topics.length > 0 && (
        <ChoiceField<TopicId | "">
          label="Topic"
          value={filter.topic ?? ""}
          options={[allTopics, ...topics.map((topic) => ({ value: topic, label: topicName(topic) }))]}
          onChoose={(topic) => onChange({ topic: topic === "" ? null : topic })}
        />
      )}
      {languages.length > 1 && (
        <ChoiceField
          label="Language"
          value={filter.language}
          options={languages.map((language) => ({ value: language, label: languageLabel(language) }))}
          onChoose={(language) => onChange({ language, topic: null })}
        />
      )}
    </search>
  );
}
