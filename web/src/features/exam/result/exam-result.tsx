import type { LanguageName } from "../../../../../domain/content/language.ts";
import type { Segment } from "../../../../../domain/content/pack.ts";
import type { ExamAttemptFacts, Marking } from "../../../../../domain/exam/exam-attempt.ts";
import { type DialogueIncidents, listIncidents } from "../../../../../domain/exam/exam-incidents.ts";
import { isOwnMarker, markerOf, type Note, notesOf, type Place } from "../../../../../domain/exam/exam-marking.ts";
import { computeExamResult, type ExamResult as Result } from "../../../../../domain/exam/exam-result.ts";
import type { Exam } from "../../../../../domain/exam/exams.ts";
import { Button } from "../../../ui/button.tsx";
import { errorKindNames } from "../../../ui/error-kind-names.ts";
import { marksText } from "../../../ui/marks-text.ts";
import { momentText } from "../../../ui/moment.ts";
import { titleLanguage } from "../../../ui/title-language.ts";
import { Incidents } from "./incidents.tsx";
import { MarkingComparison } from "./marking-comparison.tsx";
import { dayText, deductionText, lostSoFarText } from "./marking-text.ts";
import { MarksBreakdown } from "./marks-breakdown.tsx";
import { type Verdict, verdictOf } from "./result-view.ts";
import "./result.css";
import "./fall.css";
import "./print.css";

type NotesProps = { attempt: Pick<ExamAttemptFacts, "dialogues">; notes: readonly Note[] };

function NotesTables({ attempt, notes }: NotesProps) {
  if (notes.length === 0) return null;
  return (
    <section className="result-part" aria-labelledby="result-notes">
      <h2 id="result-notes">All notes</h2>
      <div className="result-tables">
        {attempt.dialogues.map(({ title, language, scenario_id: id }, dialogue) => {
          const ofDialogue = notes.filter((note) => note.dialogue === dialogue);
          if (ofDialogue.length === 0) return null;
          return (
            <table key={`${language} ${id}`} className="result-table result-notes">
              <caption {...titleLanguage(title, language)}>
                {dialogue + 1}. {title}
              </caption>
              <thead>
                <tr>
                  <th scope="col">Segment</th>
                  <th scope="col">Time</th>
                  <th scope="col">Error</th>
                  <th scope="col">Marks</th>
                </tr>
              </thead>
              <tbody>
                {ofDialogue.map((note) => (
                  <tr key={note.id}>
                    <td>{note.segment + 1}</td>
                    <td>{momentText(note.at_seconds)}</td>
                    <td>
                      {errorKindNames[note.kind]} <bdi className="result-remark">{note.remark}</bdi>
                    </td>
                    <td>{deductionText(note.deduction)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          );
        })}
      </div>
    </section>
  );
}

type Attempt = Pick<ExamAttemptFacts, "dialogues" | "started_at" | "interruptions">;

type Props = {
  exam: Exam;
  attempt: Attempt;
  markings: readonly Marking[];
  marking: Marking;
  candidate: string;
  paidLanguage: LanguageName | null;
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
          {exam.name}, {dayText(attempt.started_at)}. Candidate: <bdi>{candidate}</bdi>. Marker:{" "}
          {isOwnMarker(marker) ? "the candidate" : <bdi>{marker.trim()}</bdi>}.
        </p>
        <h2>{title}</h2>
        <p className="result-reasons">{reasons.join(" ")}</p>
        {uncharged > 0 && (
          <p className="result-reasons">Suggested deduction for repeats, not deducted yet: {marksText(uncharged)}.</p>
        )}
      </div>
      {result.isBegun && (
        <p className="result-marks">
          {isFinal ? <strong>{result.marks}</strong> : null}{" "}
          <span>{isFinal ? `of ${result.of}` : lostSoFarText(result)}</span>
        </p>
      )}
    </header>
  );
}

export function ExamResult(props: Props) {
  const { exam, attempt, markings, marking, candidate, textAt } = props;
  const result = computeExamResult(exam, attempt, marking.changes, (place) => textAt(place)?.units ?? []);
  const verdict = verdictOf(result, exam.pass.value);
  const incidents = listIncidents(exam, attempt, marking.changes);
  return (
    <div className="result">
      <VerdictHead {...props} {...{ result, verdict, incidents }} />
      <section className="result-part" aria-labelledby="result-incidents">
        <h2 id="result-incidents">Repeats and interruptions</h2>
        <Incidents {...{ exam, attempt, incidents }} />
      </section>
      {result.isBegun && <MarksBreakdown {...props} result={result} />}
      <MarkingComparison {...{ exam, attempt, markings, marking, candidate }} />
      <NotesTables attempt={attempt} notes={notesOf(marking.changes)} />
      <footer className="result-foot">
        <p>The marker decides the marks. This result is not official.</p>
        <Button onClick={() => print()}>Print</Button>
      </footer>
    </div>
  );
}
