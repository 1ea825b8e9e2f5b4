import type { LanguageName } from "../../../../../domain/content/language.ts";
import type { Segment } from "../../../../../domain/content/pack.ts";
import type { ExamAttemptFacts, Marking } from "../../../../../domain/exam/exam-attempt.ts";
import { type DialogueIncidents, incidentsOf } from "../../../../../domain/exam/exam-incidents.ts";
import { isOwnMarker, markerOf, notesOf, type Place } from "../../../../../domain/exam/exam-marking.ts";
import { type ExamResult as Result, resultOf, tickedUnits } from "../../../../../domain/exam/exam-result.ts";
import type { Exam } from "../../../../../domain/exam/exams.ts";
import { Button } from "../../../ui/button.tsx";
import { titleLanguage } from "../../../ui/title-language.ts";
import { EveryNote } from "./every-note.tsx";
import { fallsOf } from "./fall-view.ts";
import { Incidents } from "./incidents.tsx";
import { MarkingComparison } from "./marking-comparison.tsx";
import { dayText, dialogueMarksText, marksText } from "./marking-words.ts";
import { MarksPicture } from "./marks-picture.tsx";
import { NextPractice } from "./next-practice.tsx";
import { type Verdict, verdictOf } from "./verdict.ts";
import { LostByKind, UnitProposal, UnitsByKind } from "./where-marks-went.tsx";
import "./result.css";
import "./fall.css";
import "./print.css";

type Attempt = Pick<ExamAttemptFacts, "dialogues" | "started_at" | "interruptions">;

type Props = {
  exam: Exam;
  attempt: Attempt;
  /** All of the mock's. */
  markings: readonly Marking[];
  /** That which is shown. */
  marking: Marking;
  /** The name of the learner who sat the exam. */
  candidate: string;
  preference: LanguageName | null;
  textAt: (place: Place) => Segment | null;
};

type HeadProps = Pick<Props, "exam" | "attempt" | "marking" | "candidate"> & {
  result: Result;
  verdict: Verdict;
  incidents: readonly DialogueIncidents[];
};

function VerdictHead({ exam, attempt, marking, candidate, result, verdict, incidents }: HeadProps) {
  const { title, reasons, isFinal } = verdict;
  const marker = markerOf(marking.changes);
  const uncharged = incidents.reduce((sum, each) => sum + each.uncharged, 0);
  return (
    <header className="result-head" data-passed={isFinal && result.passed}>
      <div>
        <p className="result-of">
          {exam.name}, {dayText(attempt.started_at)}. Candidate: <bdi>{candidate}</bdi>. Marked by{" "}
          {isOwnMarker(marker) ? "the candidate" : <bdi>{marker.trim()}</bdi>}.
        </p>
        <h2>{title}</h2>
        <p className="result-reasons">{reasons.join(" ")}</p>
        {uncharged > 0 && (
          <p className="result-reasons">Proposed for repeats and not deducted yet: {marksText(uncharged)}.</p>
        )}
      </div>
      {result.isBegun && (
        <p className="result-marks">
          <strong>{result.marks}</strong> <span>of {result.of}</span>
        </p>
      )}
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

function DialogueMarks({ result }: { result: Result["dialogues"][number] }) {
  if (result.marking !== "begun") return dialogueMarksText(result);
  return (
    <>
      <strong>{result.marks}</strong> of {result.of}
    </>
  );
}

/** The picture of each dialogue: its marks and how they went. */
function Falls({ exam, attempt, marking, result }: Pick<Props, "exam" | "attempt" | "marking"> & { result: Result }) {
  const falls = fallsOf(exam, attempt, marking.changes);
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
                <DialogueMarks result={outcome} />
              </span>
            </h3>
            <MarksPicture fall={fall} label={`How the marks of dialogue ${at + 1} went`} />
          </section>
        );
      })}
    </div>
  );
}

type WhereProps = Pick<Props, "exam" | "attempt" | "marking" | "preference" | "textAt"> & { result: Result };

/** Where the marks went, and what to practise next. */
function WhereMarksWent(props: WhereProps) {
  const { exam, attempt, preference, textAt, result } = props;
  return (
    <>
      <Falls {...props} />
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
    </>
  );
}

/** The result of a marking: pass or fail, repeats and interruptions, where the marks went, and what to practise next. */
export function ExamResult(props: Props) {
  const { exam, attempt, markings, marking, candidate, textAt } = props;
  const result = resultOf(exam, attempt, marking.changes, unitsFrom(textAt));
  const verdict = verdictOf(result, exam.pass.value);
  const incidents = incidentsOf(exam, attempt, marking.changes);
  return (
    <div className="result">
      <VerdictHead {...props} {...{ result, verdict, incidents }} />
      <section className="result-part" aria-labelledby="result-incidents">
        <h2 id="result-incidents">Repeats and interruptions</h2>
        <Incidents {...{ exam, attempt, incidents }} />
      </section>
      {result.isBegun && <WhereMarksWent {...props} result={result} />}
      <MarkingComparison {...{ exam, attempt, markings, marking, candidate }} />
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
