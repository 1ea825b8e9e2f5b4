import { useId } from "react";
import { languageLabel } from "../../../../domain/content/language.ts";
import { topicIds } from "../../../../domain/content/scenario.ts";
import { TextAreaField, TextField } from "../../ui/fields.ts";
import { useWritingSystem } from "../../ui/use-writing-system.ts";
import { languageAttributes } from "../../ui/writing-systems.ts";
import type { EditedTerm, TermErrors, TermFields } from "./term-fields.ts";
import { topicName } from "./topic-name.ts";

type Props = {
  edited: EditedTerm;
  /** Null until the fields are checked. */
  errors: TermErrors | null;
  onChange: (change: Partial<TermFields>) => void;
};

function TopicField({ value, onChange }: { value: TermFields["topic_id"]; onChange: Props["onChange"] }) {
  const id = useId();
  return (
    <div className="choice-field">
      <label htmlFor={id}>Topic</label>
      <select
        id={id}
        value={value ?? ""}
        onChange={({ target }) => onChange({ topic_id: topicIds.find((topic) => topic === target.value) ?? null })}
      >
        <option value="">No topic</option>
        {topicIds.map((topic) => (
          <option key={topic} value={topic}>
            {topicName(topic)}
          </option>
        ))}
      </select>
    </div>
  );
}

export function TermForm({ edited, errors, onChange }: Props) {
  const { language, fields } = edited;
  const { style, ...ofLanguage } = languageAttributes(language);
  // Sentences and notes may be in English or in `language`, so their font needs the letters of both languages.
  const font = style ? { fontFamily: style.fontFamily } : {};
  useWritingSystem(language);
  const text = (name: "english" | "translation" | "sentence" | "note") => ({
    name,
    value: fields[name],
    hasError: (errors?.[name] ?? "") !== "",
    errorMessage: errors?.[name] ?? "",
    autoComplete: "off",
    onChange: ({ target }: { target: { value: string } }) => onChange({ [name]: target.value }),
  });
  return (
    <>
      <TextField label="English" lang="en" dir="ltr" isRequired {...text("english")} />
      <TextField
        label={languageLabel(language)}
        isRequired
        {...ofLanguage}
        inputStyles={style ?? {}}
        {...text("translation")}
      />
      <TextAreaField label="Sentence" rows={2} resize="vertical" dir="auto" inputStyles={font} {...text("sentence")} />
      <TextAreaField label="Note" rows={2} resize="vertical" dir="auto" inputStyles={font} {...text("note")} />
      <TopicField value={fields.topic_id} onChange={onChange} />
    </>
  );
}
