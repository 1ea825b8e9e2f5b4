import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import type { LanguageName } from "../../../../domain/content/language.ts";
import { exampleLanguage } from "../../../../domain/content/scenario.ts";
import { paths } from "../../../../domain/http/pages.ts";
import { type DialogueStatus, dialoguePath } from "../../../../domain/practice/dialogue-status.ts";
import type { InterruptedExam, NextAction, UnmarkedExam } from "../../../../domain/practice/next-action.ts";
import { serverNow } from "../../browser/server-time.ts";
import { countedText } from "../../ui/counted-text.ts";
import { relativeDayPhrase } from "../../ui/relative-day.ts";
import { titleLanguage } from "../../ui/title-language.ts";
import { segmentsDone } from "../progress/progress-text.ts";
import type { ScenarioWithStatus } from "../scenario/dialogue-statuses.ts";
import { playAtOnce } from "../scenario/play-at-once.ts";
import { useScenario } from "../scenario/scenario.ts";
import { usePrepareScenarios } from "./use-prepare-scenarios.ts";
import "./next-action-card.css";

type CardProps = {
  title: string;
  titleAttributes?: ReturnType<typeof titleLanguage>;
  facts: ReactNode;
  to: string;
  playsAtOnce?: boolean;
  label: string;
  onIntent?: () => void;
};

function Card({ title, titleAttributes, facts, to, playsAtOnce, label, onIntent }: CardProps) {
  const id = useId();
  return (
    <section className="next-action" aria-labelledby={id}>
      <p className="next-action-mark">Next</p>
      <h2 id={id} {...titleAttributes}>
        {title}
      </h2>
      <p className="next-action-facts">{facts}</p>
      <Link
        className="button variant-ink large"
        to={to}
        state={playsAtOnce ? playAtOnce : undefined}
        aria-describedby={id}
        onPointerEnter={onIntent}
        onFocus={onIntent}
        onClick={onIntent}
      >
        {label}
      </Link>
    </section>
  );
}

function ContinueExam({ exam }: { exam: InterruptedExam }) {
  const facts = `Started ${relativeDayPhrase(exam.startedAt, serverNow())} · ${exam.heard} of ${countedText(exam.of, "segment")} heard`;
  return <Card title="Your mock exam is not finished" facts={facts} to={paths.examRun} label="Continue exam" />;
}

function MarkExam({ exam }: { exam: UnmarkedExam }) {
  const { attemptId, startedAt, marked, heard } = exam;
  const progress = marked === 0 ? "Not marked yet" : `${marked} of ${countedText(heard, "segment")} marked`;
  return (
    <Card
      title="Mark your mock exam"
      facts={`Started ${relativeDayPhrase(startedAt, serverNow())} · ${progress}`}
      to={paths.examAttempt(attemptId)}
      // The marked segments may be another person's, and the link opens the learner's own marking.
      label="Mark exam"
    />
  );
}

const dialogueLabels: Readonly<Record<DialogueStatus["kind"], string>> = {
  new: "Start",
  begun: "Continue",
  completed: "Practise again",
};

type DialogueProps = { userId: string; language: LanguageName | null; dialogue: ScenarioWithStatus };

function useLengthText({ userId, language, dialogue: { id, status } }: DialogueProps): string {
  const paid = language !== null;
  const { data } = useScenario({ userId, scenarioId: id, preference: language, paid });
  const total = data?.segments.length ?? null;
  // An earlier version of the dialogue may have had more segments.
  const done = status.kind === "begun" ? Math.min(status.progress.done, total ?? Number.POSITIVE_INFINITY) : 0;
  if (done > 0) return `${segmentsDone({ done, total })} done`;
  return total === null ? "" : countedText(total, "segment");
}

function Dialogue(props: DialogueProps) {
  const { userId, language, dialogue } = props;
  const length = useLengthText(props);
  const prepare = usePrepareScenarios({ userId, language, scenarios: [dialogue] });
  const spoken = language ?? exampleLanguage;
  const facts = (
    <>
      <span {...titleLanguage(dialogue.topic, spoken)}>{dialogue.topic}</span>
      {length !== "" && ` · ${length}`}
    </>
  );
  return (
    <Card
      title={dialogue.title}
      titleAttributes={titleLanguage(dialogue.title, spoken)}
      facts={facts}
      to={dialoguePath(dialogue.id, dialogue.status)}
      playsAtOnce
      label={dialogueLabels[dialogue.status.kind]}
      onIntent={() => prepare(dialogue)}
    />
  );
}

type Props = { userId: string; language: LanguageName | null; action: NextAction<ScenarioWithStatus> };

export function NextActionCard({ userId, language, action }: Props) {
  switch (action.kind) {
    case "continue-exam":
      return <ContinueExam exam={action.exam} />;
    case "mark-exam":
      return <MarkExam exam={action.exam} />;
    case "review":
      return (
        <Card
          title="Today’s review"
          facts={`${action.due} to review`}
          to={paths.review}
          playsAtOnce
          label="Start review"
        />
      );
    case "dialogue":
      return <Dialogue {...{ userId, language }} dialogue={action.dialogue} />;
  }
}

export function NextActionSkeleton() {
  return <div className="next-action skeleton" aria-hidden="true" />;
}
