import { type ReactNode, useState } from "react";
import { Link } from "react-router";
import { paidLanguage } from "../../../../domain/accounts/account.ts";
import { countHeard } from "../../../../domain/exam/deciding-marking.ts";
import type { Marking } from "../../../../domain/exam/exam-attempt.ts";
import { paths } from "../../../../domain/http/pages.ts";
import { serverNow } from "../../browser/server-time.ts";
import { Button } from "../../ui/button.tsx";
import { marksText } from "../../ui/marks-text.ts";
import { relativeDay, relativeDayPhrase } from "../../ui/relative-day.ts";
import { titleLanguage } from "../../ui/title-language.ts";
import { useAccount } from "../accounts/account.ts";
import {
  attemptStatusText,
  examCardView,
  type LastResult,
  markLinkText,
  type OpenAttempt,
  weakestSegments,
} from "./attempt-status.ts";
import { type LoadError, useExamAttempts, useMarkings } from "./attempts/exam-attempts.ts";
import { type FormerExams, readCachedExams } from "./attempts/exam-cache.ts";
import { practicePath } from "./result/next-practice.tsx";
import "./exam-card.css";

const maxShown = 3;

function CardFrame({ children }: { children: ReactNode }) {
  return (
    <section className="exam-card-place exam-card" aria-labelledby="exam-card-title">
      <h2 id="exam-card-title">Mock exams</h2>
      {children}
    </section>
  );
}

function OpenAttemptItem({ attempt, status }: OpenAttempt) {
  const { heard, of } = countHeard(attempt);
  const id = `exam-card-${attempt.attempt_id}`;
  if (attempt.isRunningInThisBrowser) {
    return (
      <li>
        <p id={id}>
          <strong>Your mock exam is not finished.</strong> You started it{" "}
          {relativeDayPhrase(attempt.started_at, serverNow())} and reached {heard} of {of} segments.
        </p>
        <Link className="button" to={paths.examRun} aria-describedby={id}>
          Continue the exam
        </Link>
      </li>
    );
  }
  return (
    <li>
      <p id={id}>
        <strong>{relativeDay(attempt.started_at, serverNow())}:</strong> {attemptStatusText(status)}
      </p>
      {status.kind === "unmarked" && (
        <Link className="button" to={paths.examAttempt(attempt.attempt_id)} aria-describedby={id}>
          {markLinkText(attempt)}
        </Link>
      )}
    </li>
  );
}

type WeakestProps = { userId: string; last: LastResult; cachedMarkings: readonly Marking[] | undefined };

function WeakestSegments({ userId, last, cachedMarkings }: WeakestProps) {
  const { data: account } = useAccount();
  const markings = useMarkings(userId, last.attempt.attempt_id, cachedMarkings);
  if (!account || markings.kind === "loading") {
    return <p role="status">Loading the segments that cost the most marks…</p>;
  }
  const weakest = weakestSegments(last, markings.markings, maxShown);
  if (weakest.length === 0) return null;
  const language = paidLanguage(account, serverNow());
  return (
    <>
      <h3>Segments that cost the most marks</h3>
      <ol className="exam-card-list">
        {weakest.map(({ dialogue, segment, lost }) => {
          const drawn = last.attempt.dialogues[dialogue];
          if (!drawn) return null;
          const practice = practicePath(drawn, segment, language);
          return (
            <li key={`${dialogue} ${segment}`}>
              <p>
                Segment {segment + 1}, <span {...titleLanguage(drawn.title, drawn.language)}>{drawn.title}</span>:{" "}
                {marksText(lost)}
              </p>
              <Link
                className="button"
                to={practice ?? paths.examMarking(last.attempt.attempt_id, last.markingId, { dialogue, segment })}
              >
                {practice ? "Practise" : "See the marking"}
                <span className="visually-hidden">
                  {practice ? " " : " of "}
                  segment {segment + 1}, {drawn.title}
                </span>
              </Link>
            </li>
          );
        })}
      </ol>
    </>
  );
}

function LastResultSummary({ userId, last, cachedMarkings }: WeakestProps) {
  const { attempt, outcome, markingId } = last;
  return (
    <>
      <div className="exam-card-last">
        <p>
          <strong className="exam-card-marks">{outcome.marks}</strong> of {outcome.of},{" "}
          <strong>{outcome.passed ? "pass" : "fail"}</strong>, {relativeDay(attempt.started_at, serverNow())}
        </p>
        <Link to={paths.examMarking(attempt.attempt_id, markingId)}>See the result</Link>
      </div>
      {outcome.dialogues.some(({ lost }) => lost > 0) && <WeakestSegments {...{ userId, last, cachedMarkings }} />}
    </>
  );
}

function LoadErrorLine({ trouble, isKnown }: { trouble: LoadError; isKnown: boolean }) {
  return (
    <p className="exam-card-trouble" role="status">
      {isKnown ? "Some of your mock exams may be missing. " : "Your mock exams could not be loaded. "}
      {trouble.reason}{" "}
      <Button busy={trouble.retrying} onClick={() => trouble.retrying || trouble.retry()}>
        Try again
      </Button>
    </p>
  );
}

export function ExamCard({ userId }: { userId: string }) {
  const [former] = useState<FormerExams | undefined>(() => readCachedExams(userId));
  const known = useExamAttempts(userId, former?.attempts);
  if (known.kind === "loading") {
    return (
      <CardFrame>
        <p role="status">Loading your mock exams…</p>
      </CardFrame>
    );
  }
  const { open, last } = examCardView(known.attempts);
  const isQuiet = open.length === 0 && last === null;
  const { loadError } = known;
  return (
    <CardFrame>
      {isQuiet && !loadError && <p>No mock exam results to show.</p>}
      {open.length > 0 && (
        <ul className="exam-card-list">
          {open.slice(0, maxShown).map((each) => (
            <OpenAttemptItem key={each.attempt.attempt_id} {...each} />
          ))}
        </ul>
      )}
      {last && (
        <LastResultSummary
          key={`${last.attempt.attempt_id} ${last.markingId}`}
          {...{ userId, last }}
          cachedMarkings={former?.markings[last.attempt.attempt_id]}
        />
      )}
      {loadError && <LoadErrorLine trouble={loadError} isKnown={!isQuiet} />}
      <Link to={paths.exam}>{isQuiet ? "See how a mock exam works" : "All mock exams"}</Link>
    </CardFrame>
  );
}
