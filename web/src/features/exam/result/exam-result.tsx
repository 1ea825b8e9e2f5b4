import type { ExamAttemptFacts, Marking } from "../../../../../domain/exam-attempt.ts";
import { markerOf, notesOf, type Place } from "../../../../../domain/exam-marking.ts";
import { type ExamResult as Result, resultOf, tickedUnits } from "../../../../../domain/exam-result.ts";
import type { Exam } from "../../../../../domain/exams.ts";
import type { LanguageName } from "../../../../../domain/language.ts";
import type { Segment } from "../../../../../domain/pack.ts";
import { Button } from "../../../ui/button.tsx";
import { titleLanguage } from "../../../ui/title-language.ts";
import { EveryNote } from "./every-note.tsx";
import { fallsOf } from "./fall-view.ts";
import { MarkingComparison } from "./marking-comparison.tsx";
import { dayText } from "./marking-words.ts";
import { MarksPicture } from "./marks-picture.tsx";
import { NextPractice } from "./next-practice.tsx";
import { verdictOf } from "./verdict.ts";
import { LostByKind, UnitProposal, UnitsByKind } from "./where-marks-went.tsx";
import "./result.css";
import "./fall.css";
import "./print.css";

type Attempt = Pick<ExamAttemptFacts, "dialogues" | "started_at">;

type Props = {
  exam: Exam;
  attempt: Attempt;
  /** All of the mock's. */
  markings: readonly Marking[];
  /** That which is shown. */
  marking: Marking;
  preference: LanguageName | null;
  textAt: (place: Place) => Segment | null;
};

function VerdictHead({
  exam,
  attempt,
  marking,
  result,
}: Pick<Props, "exam" | "attempt" | "marking"> & { result: Result }) {
  const { title, reasons, isFinal } = verdictOf(result, exam.pass.value);
  return (
    <header className="result-head" data-passed={isFinal && result.passed}>
      <div>
        <p className="result-of">
          {exam.name}, {dayText(attempt.started_at)}, marked by <bdi>{markerOf(marking.changes).trim() || "you"}</bdi>
        </p>
        <h2>{title}</h2>
        <p className="result-reasons">{reasons.join(" ")}</p>
      </div>
      <p className="result-marks">
        <strong>{result.marks}</strong> <span>of {result.of}</span>
      </p>
    </header>
  );
}

const unitsFrom = (textAt: Props["textAt"]) => (place: Place) => textAt(place)?.units ?? [];

/** The kinds of the units that were missed, by dialogue. */
function missedOf({ attempt, marking, textAt }: Pick<Props, "attempt" | "marking" | "textAt">) {
  const ticked = tickedUnits(attempt, marking.changes, unitsFrom(textAt));
  return attempt.dialogues.map((_, at) =>
    ticked.flatMap(({ dialogue, kind, outcome }) => (dialogue === at && outcome === "missed" ? [kind] : [])),
  );
}

/** The picture of each dialogue: its marks and how they went. */
function Falls({ exam, attempt, marking, result }: Pick<Props, "exam" | "attempt" | "marking"> & { result: Result }) {
  const falls = fallsOf(exam, attempt, notesOf(marking.changes));
  return (
    <div className="result-falls">
      {falls.map((fall, at) => {
        const dialogue = attempt.dialogues[at];
        const outcome = result.dialogues[at];
        if (!dialogue || !outcome) return null;
        return (
          <section key={`${dialogue.language} ${dialogue.scenario_id}`}>
            <h3>
              <span {...titleLanguage(dialogue.title, dialogue.language)}>{dialogue.title}</span>
              <span className="result-dialogue-marks">
                <strong>{outcome.marks}</strong> of {outcome.of}
              </span>
            </h3>
            <MarksPicture fall={fall} label={`How the marks of dialogue ${at + 1} went`} />
          </section>
        );
      })}
    </div>
  );
}

/** What a marking of a mock comes to: pass or fail, where the marks went, and what to practise next. */
export function ExamResult(props: Props) {
  const { exam, attempt, markings, marking, preference, textAt } = props;
  const result = resultOf(exam, attempt, marking.changes, unitsFrom(textAt));
  return (
    <div className="result">
      <VerdictHead {...props} result={result} />
      <Falls {...props} result={result} />
      <div className="result-where">
        <section aria-labelledby="result-kinds">
          <h2 id="result-kinds">By kind of error</h2>
          <LostByKind kinds={result.kinds} />
        </section>
        <section aria-labelledby="result-units">
          <h2 id="result-units">By scoring unit</h2>
          <UnitsByKind units={result.units} />
          <UnitProposal exam={exam} missed={missedOf(props)} />
        </section>
      </div>
      <section className="result-part" aria-labelledby="result-next">
        <h2 id="result-next">Practise next</h2>
        <NextPractice {...{ attempt, preference, textAt }} costliest={result.costliest} />
      </section>
      <MarkingComparison {...{ exam, attempt, markings, marking }} />
      <EveryNote attempt={attempt} notes={notesOf(marking.changes)} />
      <footer className="result-foot">
        <p>
          These are the marks of whoever marked. What is published for {exam.name} says how many marks there are and
          what they go for, not how many an error costs.
        </p>
        <Button onClick={() => print()}>Print</Button>
      </footer>
    </div>
  );
}
