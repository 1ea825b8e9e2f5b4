import type { ReactNode } from "react";
import { Link } from "react-router";
import { type LanguageName, languageLabel } from "../../../../domain/content/language.ts";
import { exampleLanguage } from "../../../../domain/content/scenario.ts";
import { countHeard } from "../../../../domain/exam/deciding-marking.ts";
import type { Exam } from "../../../../domain/exam/exams.ts";
import { paths } from "../../../../domain/http/pages.ts";
import { serverNow } from "../../browser/server-time.ts";
import { Button } from "../../ui/button.tsx";
import { countWord } from "../../ui/count-word.ts";
import { durationText } from "../../ui/duration-text.ts";
import { relativeDayPhrase } from "../../ui/relative-day.ts";
import { useDialogues } from "../content/scenarios.ts";
import { fromHome } from "../plans/upgrading.ts";
import type { KnownAttempt } from "./attempts/merge-local-exams.ts";

function Card({
  mark,
  title,
  children,
  action,
}: {
  mark: string;
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <section className="start-exam" aria-labelledby="start-exam-title">
      <p className="start-exam-mark">{mark}</p>
      <h2 id="start-exam-title">{title}</h2>
      {children}
      {action}
    </section>
  );
}

export function ContinueExamCard({ attempt }: { attempt: KnownAttempt }) {
  const count = countHeard(attempt);
  return (
    <Card
      mark="In progress"
      title="Your mock exam is not finished"
      action={
        <Link className="button variant-ink large" to={paths.examRun}>
          Continue the exam
        </Link>
      }
    >
      <p>
        You started it {relativeDayPhrase(attempt.started_at, serverNow())} and reached {count.heard} of {count.of}{" "}
        segments.
      </p>
    </Card>
  );
}

type StartProps = {
  exam: Exam;
  userId: string;
  /** Null, for example, without a paid plan. The exam then uses the examples. */
  language: LanguageName | null;
};

function DrawDescription({ exam, language }: Pick<StartProps, "exam" | "language">) {
  const { count } = exam.dialogues.value;
  const length = `${countWord(count)} dialogues. The real exam takes about ${durationText(exam.recordedSeconds.value)}.`;
  if (language) {
    return (
      <p>
        {length} Parlance chooses dialogues in {languageLabel(language)}.
      </p>
    );
  }
  return (
    <p>
      {length} Without a paid plan, Parlance chooses from the free examples in {languageLabel(exampleLanguage)}.{" "}
      <Link to={paths.pricing} state={fromHome}>
        See the plans
      </Link>
    </p>
  );
}

export function StartExamCard({ exam, userId, language }: StartProps) {
  const dialogues = useDialogues(userId, language);
  const { count } = exam.dialogues.value;
  const isShort = dialogues.kind === "ready" && dialogues.scenarios.length < count;
  if (dialogues.kind === "failed" || (isShort && dialogues.missing.length > 0)) {
    const { retry, retrying } = dialogues;
    const [title, reason] =
      dialogues.kind === "failed"
        ? ["The dialogues could not be loaded", dialogues.reason]
        : ["Some dialogues could not be loaded", "Please try again."];
    return (
      <Card
        mark="Next"
        title={title}
        action={
          <Button busy={retrying} onClick={() => retrying || retry()}>
            Try again
          </Button>
        }
      >
        <p>{reason}</p>
      </Card>
    );
  }
  if (isShort) {
    const there = dialogues.scenarios.length;
    return (
      <Card mark="Next" title="Too few dialogues for a mock exam">
        <p>
          {exam.name} needs {count} dialogues. There {there === 1 ? "is" : "are"} {there === 0 ? "none" : there}{" "}
          {language ? `in ${languageLabel(language)}` : "among the examples"}.
          {language && (
            <>
              {" "}
              You can choose another language in your <Link to={paths.profile}>profile</Link>.
            </>
          )}
        </p>
      </Card>
    );
  }
  return (
    <Card
      mark="Next"
      title="Take a mock exam"
      action={
        <Link className="button variant-ink large" to={paths.examRun}>
          Start a mock exam
        </Link>
      }
    >
      <DrawDescription exam={exam} language={language} />
    </Card>
  );
}
