import type { CSSProperties } from "react";
import type { Exam } from "../../../../domain/exam/exams.ts";
import { serverNow } from "../../browser/server-time.ts";
import { practisedDay } from "../../ui/practised-day.ts";
import type { MarkedMock } from "./mock-standing.ts";
import "./marks-over-time.css";

/** How many bars have room on a telephone. */
const mostBars = 8;

/** A share of all marks, 0 to 1, for the stylesheet: React's type of styles knows no custom properties. */
const share = (marks: number, of: number) => ({ "--share": marks / of }) as CSSProperties;

/** The marks of the latest mocks, each a bar, beside what a pass takes: a list that can be read as well as looked at. */
export function MarksOverTime({ exam, mocks }: { exam: Exam; mocks: readonly MarkedMock[] }) {
  if (mocks.length < 2) return null;
  const { total, each } = exam.pass.value;
  const of = exam.marks.value.each * exam.dialogues.value.count;
  return (
    <figure className="marks-over-time">
      <figcaption>
        Marks of {of}, by your own marking. Filled is a pass: at least {total} in all, the line, and {each} in each
        dialogue.
      </figcaption>
      <ol>
        {mocks.slice(-mostBars).map(({ attempt, outcome }) => (
          <li key={attempt.attempt_id} data-passed={outcome.passed} style={share(outcome.marks, outcome.of)}>
            <strong>{outcome.marks}</strong>
            <span className="visually-hidden">{outcome.passed ? ", pass, " : ", fail, "}</span>
            <span className="marks-day">{practisedDay(attempt.started_at, serverNow())}</span>
          </li>
        ))}
        <li className="marks-needed" style={share(total, of)} aria-hidden="true">
          {total}
        </li>
      </ol>
    </figure>
  );
}
