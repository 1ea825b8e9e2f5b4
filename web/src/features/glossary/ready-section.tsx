import { useEffect, useId, useState } from "react";
import type { LanguageName } from "../../../../domain/content/language.ts";
import type { TopicId } from "../../../../domain/content/scenario.ts";
import { readyListLength } from "../../../../domain/study/ready-list.ts";
import type { Term } from "../../../../domain/study/study-change.ts";
import { Button } from "../../ui/button.tsx";
import { lazyPart } from "../../ui/lazy-part.tsx";
import { type Topic, useDialogues } from "../content/scenarios.ts";
import type { ReadyListRequest } from "./load-ready-list.ts";

const ReadyDialog = lazyPart(
  async () => (await import("./ready-dialog.tsx")).ReadyDialog,
  <p role="status">Opening the terms…</p>,
);

type TopicChoiceProps = { topics: readonly Topic[]; value: TopicId; onChoose: (topic: TopicId | null) => void };

function TopicChoice({ topics, value, onChoose }: TopicChoiceProps) {
  const id = useId();
  return (
    <div className="choice-field">
      <label htmlFor={id}>Topic of the dialogues</label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => onChoose(topics.find((topic) => topic.id === target.value)?.id ?? null)}
      >
        {topics.map((topic) => (
          <option key={topic.id} value={topic.id}>
            {topic.name}
          </option>
        ))}
      </select>
    </div>
  );
}

type Props = { userId: string; paid: boolean; language: LanguageName; own: readonly Term[] };

export function ReadySection({ userId, paid, language, own }: Props) {
  const listed = useDialogues(userId, paid ? language : null);
  const [chosen, setChosen] = useState<TopicId | null>(null);
  const [request, setRequest] = useState<ReadyListRequest | null>(null);
  const headingId = useId();
  useEffect(ReadyDialog.preload, []);
  const topics = listed.kind === "ready" ? listed.topics : [];
  const topicId = topics.find((topic) => topic.id === chosen)?.id ?? topics[0]?.id;
  if (!topicId) return null;
  return (
    <section className="ready-section" aria-labelledby={headingId}>
      <h2 id={headingId}>See up to {readyListLength} terms before you practise</h2>
      <p>Say new terms of a topic aloud, and keep those that you want to learn.</p>
      <div className="ready-choice">
        <TopicChoice topics={topics} value={topicId} onChoose={setChosen} />
        <Button onClick={() => setRequest({ userId, paid, language, topicId, own })}>Start</Button>
      </div>
      {request && <ReadyDialog request={request} onClose={() => setRequest(null)} />}
    </section>
  );
}
