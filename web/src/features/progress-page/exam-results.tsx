import { Link } from "react-router";
import { exams as examRules } from "../../../../domain/exam/exams.ts";
import { paths } from "../../../../domain/http/pages.ts";
import { serverNow } from "../../browser/server-time.ts";
import { relativeDayPhrase } from "../../ui/relative-day.ts";
import { markedAttempts } from "../exam/attempt-status.ts";
import type { KnownAttempt } from "../exam/attempts/merge-local-exams.ts";
import { MarksOverTime } from "../exam/marks-over-time.tsx";

const examId = "naati-ccl";

export function ExamResults({ exams }: { exams: readonly KnownAttempt[] }) {
  const marked = markedAttempts(exams, examId);
  const latest = marked.at(-1);
  return (
    <section aria-labelledby="exam-results">
      <h2 id="exam-results">Mock exams</h2>
      {!latest && <p className="progress-quiet">Finish and mark a mock exam, and its result appears here.</p>}
      {latest && marked.length === 1 && (
        <p>
          {latest.outcome.marks} of {latest.outcome.of} marks in the exam that you started{" "}
          {relativeDayPhrase(latest.attempt.started_at, serverNow())}: {latest.outcome.passed ? "pass" : "fail"}.
        </p>
      )}
      <MarksOverTime exam={examRules[examId]} attempts={marked} />
      <Link to={paths.exam}>{exams.length === 0 ? "Mock exam" : "Your mock exams"}</Link>
    </section>
  );
}
