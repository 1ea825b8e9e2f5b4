import { useState } from "react";
import { Link } from "react-router";
import { countHeard } from "../../../../domain/exam/deciding-marking.ts";
import { paths } from "../../../../domain/http/pages.ts";
import { serverNow } from "../../browser/server-time.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { relativeDay } from "../../ui/relative-day.ts";
import { titleLanguage } from "../../ui/title-language.ts";
import { type AttemptStatus, attemptStatus, attemptStatusText, markLinkText } from "./attempt-status.ts";
import { removeAttempt } from "./attempts/local-exams.ts";
import type { KnownAttempt, SyncStatus } from "./attempts/merge-local-exams.ts";
import { removeExamRecordings } from "./recordings/exam-recordings.ts";

type DeleteProps = {
  /** The id of the element that names the exam attempt. */
  of: string;
  onDelete: () => void;
};

function DeleteExamButton({ of, onDelete }: DeleteProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button variant="quiet" aria-describedby={of} onClick={() => setAsking(true)}>
        Delete
      </Button>
      {asking && (
        <Dialog
          title="Delete this mock exam?"
          onDismiss={() => setAsking(false)}
          actions={
            <>
              <Button variant="ink" onClick={() => setAsking(false)}>
                Keep it
              </Button>
              <Button
                variant="danger"
                onClick={() => {
                  setAsking(false);
                  onDelete();
                }}
              >
                Delete
              </Button>
            </>
          }
        >
          <p>
            This deletes the exam, its recordings and its markings. You cannot undo this. If you shared copies by a
            link, these copies stay until the link ends or expires.
          </p>
        </Dialog>
      )}
    </>
  );
}

function endedEarlyText(attempt: KnownAttempt): string {
  const { heard, of } = countHeard(attempt);
  if (attempt.outcome !== "ended" || heard === 0 || heard === of) return "";
  return `Ended early, after ${heard} of ${of} segments.`;
}

function unsentText(status: SyncStatus): string {
  switch (status.kind) {
    case "sent":
      return "";
    case "waiting":
      return "Your latest changes may be in this browser only.";
    case "left-out":
      return "A marking is full. Some of its changes are in this browser only.";
    case "refused":
      return status.failure === "too_many_markings"
        ? "A marking is in this browser only, because the exam had too many markings."
        : "Parlance could not save all of this exam in your account.";
  }
}

function AttemptResult({ status }: { status: AttemptStatus }) {
  const isMarked = status.kind === "marked";
  return (
    <p className="past-exam-result" data-kind={status.kind}>
      {isMarked && (
        <span className="past-exam-marks">
          <strong>{status.outcome.marks}</strong> of {status.outcome.of}
        </span>
      )}
      <span>{attemptStatusText(status)}</span>
      {isMarked && status.markings > 1 && <span className="past-exam-more">{status.markings} markings</span>}
    </p>
  );
}

function OpenLink({ attempt, status, of }: { attempt: KnownAttempt; status: AttemptStatus; of: string }) {
  const { attempt_id: attemptId } = attempt;
  if (status.kind === "marked") {
    return (
      <Link className="button" to={paths.examMarking(attemptId, status.markingId)} aria-describedby={of}>
        See the result
      </Link>
    );
  }
  if (status.kind !== "unmarked") return null;
  return (
    <Link className="button" to={paths.examAttempt(attemptId)} aria-describedby={of}>
      {markLinkText(attempt)}
    </Link>
  );
}

function PastExamItem({ attempt, onDelete }: { attempt: KnownAttempt; onDelete: () => void }) {
  const status = attemptStatus(attempt);
  const day = relativeDay(attempt.started_at, serverNow());
  const early = endedEarlyText(attempt);
  const unsent = unsentText(attempt.syncStatus);
  const id = `mock-${attempt.attempt_id}`;
  return (
    <li className="past-exam">
      <h3 id={id}>{day}</h3>
      <ul className="past-exam-titles">
        {attempt.dialogues.map(({ title, language, scenario_id }) => (
          <li key={scenario_id} {...titleLanguage(title, language)}>
            {title}
          </li>
        ))}
      </ul>
      <AttemptResult status={status} />
      {early !== "" && <p className="past-exam-remark">{early}</p>}
      {unsent !== "" && <p className="past-exam-remark">{unsent}</p>}
      <div className="past-exam-actions">
        <OpenLink attempt={attempt} status={status} of={id} />
        <DeleteExamButton of={id} onDelete={onDelete} />
      </div>
    </li>
  );
}

async function deleteExam(userId: string, attemptId: string): Promise<void> {
  // If the recordings cannot be removed, the exam stays listed, so that the learner can try again.
  await removeExamRecordings(userId, attemptId);
  await removeAttempt(userId, attemptId);
}

export function PastExams({ userId, attempts }: { userId: string; attempts: readonly KnownAttempt[] }) {
  const [statusText, setStatusText] = useState("");
  const remove = (attemptId: string) => {
    deleteExam(userId, attemptId).then(
      () => setStatusText("Mock exam deleted."),
      () => setStatusText("The mock exam could not be deleted completely. Close other tabs of Parlance and try again."),
    );
  };
  return (
    <>
      <p role="status">{statusText}</p>
      {attempts.length === 0 && <p className="past-exams-none">No past mock exams to show.</p>}
      <ol className="past-exams">
        {attempts.map((attempt) => (
          <PastExamItem key={attempt.attempt_id} attempt={attempt} onDelete={() => remove(attempt.attempt_id)} />
        ))}
      </ol>
    </>
  );
}
