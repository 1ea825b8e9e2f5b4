import type { CSSProperties } from "react";
import type { Exam } from "../../../../domain/exam/exams.ts";
import { serverNow } from "../../browser/server-time.ts";
import { relativeDay } from "../../ui/relative-day.ts";
import type { MarkedAttempt } from "./attempt-status.ts";
import "./marks-over-time.css";

const maxBars = 8;

/** Casts, because React's style type does not allow custom properties. */
const share = (marks: number, of: number) => ({ "--share": marks / of }) as CSSProperties;

/** The chart is a list, so that screen readers can read its figures. */
export function MarksOverTime({ exam, attempts }: { exam: Exam; attempts: readonly MarkedAttempt[] }) {
  if (attempts.length < 2) return null;
  const { total } = exam.pass.value;
  const of = exam.marks.value.each * exam.dialogues.value.count;
  return (
    <figure className="marks-over-time">
      <figcaption>
        Marks out of {of}. A filled bar is a pass. The line is at {total} marks.
      </figcaption>
      <ol>
        {attempts.slice(-maxBars).map(({ attempt, outcome }) => (
          <li key={attempt.attempt_id} data-passed={outcome.passed} style={share(outcome.marks, outcome.of)}>
            <strong>{outcome.marks}</strong>
            <span className="visually-hidden">{outcome.passed ? ", pass, " : ", fail, "}</span>
            <span className="marks-day">{relativeDay(attempt.started_at, serverNow())}</span>
          </li>
        ))}
        <li className="marks-needed" style={share(total, of)} aria-hidden="true">
          {total}
        </li>
      </ol>
    </figure>
  );
}
