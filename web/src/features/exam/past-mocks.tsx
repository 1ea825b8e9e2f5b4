import { useState } from "react";
import { Link } from "react-router";
import { paths } from "../../../../domain/http/pages.ts";
import { serverNow } from "../../browser/server-time.ts";
import { practisedDay } from "../../ui/practised-day.ts";
import { titleLanguage } from "../../ui/title-language.ts";
import { DeleteMock } from "./delete-mock.tsx";
import { removeAttempt } from "./facts/exam-facts.ts";
import type { KnownAttempt, Standing } from "./facts/merge-here.ts";
import { type MockStanding, mockStanding, standingText } from "./mock-standing.ts";
import { removeMockTakes } from "./takes/mock-takes.ts";

/** What is said of a mock that was ended in the midst of it: segments that were not heard make it no pass. */
function earlyText({ outcome, dialogues }: KnownAttempt): string {
  const segments = dialogues.flatMap((dialogue) => dialogue.segments);
  const heard = segments.filter((facts) => facts !== null).length;
  return outcome === "ended" && heard > 0 ? `Ended early: ${heard} of ${segments.length} segments were heard.` : "";
}

/** What is said of a mock that the server does not know as it is here. */
function unsentText(standing: Standing): string {
  switch (standing.kind) {
    case "sent":
      return "";
    case "waiting":
      return "Kept in this browser until the network is back.";
    case "left-out":
      return "There is more in its marking than Parlance can store: the last of it is kept in this browser only.";
    case "refused":
      return standing.failure === "too_many_markings"
        ? "There is more in its marking than Parlance can store: the last of it is kept in this browser only."
        : "Parlance could not store it: what is new of it is kept in this browser only.";
  }
}

function Result({ standing }: { standing: MockStanding }) {
  const isMarked = standing.kind === "marked";
  return (
    <p className="mock-result" data-kind={standing.kind}>
      {isMarked && (
        <span className="mock-marks">
          <strong>{standing.outcome.marks}</strong> of {standing.outcome.of}
        </span>
      )}
      <span>{standingText(standing)}</span>
      {isMarked && standing.markings > 1 && <span className="mock-more">{standing.markings} markings</span>}
    </p>
  );
}

/** A mock can be opened once there is something in it to hear. */
const opens = ({ kind }: MockStanding) => kind === "marked" || kind === "unmarked";

function MockLine({ attempt, onDelete }: { attempt: KnownAttempt; onDelete: () => void }) {
  const standing = mockStanding(attempt);
  const day = practisedDay(attempt.started_at, serverNow());
  const early = earlyText(attempt);
  const unsent = unsentText(attempt.standing);
  const id = `mock-${attempt.attempt_id}`;
  return (
    <li className="mock">
      <h3 id={id}>{day}</h3>
      <ul className="mock-titles">
        {attempt.dialogues.map(({ title, language, scenario_id }) => (
          <li key={scenario_id} {...titleLanguage(title, language)}>
            {title}
          </li>
        ))}
      </ul>
      <Result standing={standing} />
      {early !== "" && <p className="mock-remark">{early}</p>}
      {unsent !== "" && <p className="mock-remark">{unsent}</p>}
      <div className="mock-actions">
        {opens(standing) && (
          <Link className="button" to={paths.examAttempt(attempt.attempt_id)} aria-describedby={id}>
            {standing.kind === "marked" ? "See the result" : "Mark it"}
          </Link>
        )}
        <DeleteMock of={id} onDelete={onDelete} />
      </div>
    </li>
  );
}

async function deleteMock(userId: string, attemptId: string): Promise<void> {
  // What was said goes first: once the mock is gone nothing would lead to it.
  await removeMockTakes(userId, attemptId);
  await removeAttempt(userId, attemptId);
}

/** The learner's mocks, the newest first, each with what it came to. */
export function PastMocks({ userId, attempts }: { userId: string; attempts: readonly KnownAttempt[] }) {
  const [told, setTold] = useState("");
  const remove = (attemptId: string) => {
    deleteMock(userId, attemptId).then(
      () => setTold("The mock exam was deleted."),
      () => setTold("It could not be deleted. Close other tabs of Parlance and try again."),
    );
  };
  return (
    <>
      <p role="status">{told}</p>
      {attempts.length === 0 && <p className="mocks-none">There is none yet.</p>}
      <ol className="mocks">
        {attempts.map((attempt) => (
          <MockLine key={attempt.attempt_id} attempt={attempt} onDelete={() => remove(attempt.attempt_id)} />
        ))}
      </ol>
    </>
  );
}
