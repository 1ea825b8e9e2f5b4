import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { Account } from "../../../../../domain/accounts/account.ts";
import { type ExamId, exams } from "../../../../../domain/exam/exams.ts";
import { paths } from "../../../../../domain/http/pages.ts";
import { serverNow } from "../../../browser/server-time.ts";
import { Button } from "../../../ui/button.tsx";
import { NoticePage } from "../../../ui/notice-page.tsx";
import { onPractisedDay } from "../../../ui/practised-day.ts";
import { Spinner } from "../../../ui/spinner.tsx";
import { letGoOfHeld } from "../../content/held-content.ts";
import { useExamAttempts } from "../facts/exam-attempts.ts";
import { underWayElsewhere } from "../facts/merge-here.ts";
import { Preparation } from "./preparation.tsx";
import { beginMock } from "./sat-mock.ts";
import { type Sat, Sitting } from "./sitting.tsx";
import { useDrawn } from "./use-drawn.ts";

const examId: ExamId = "naati-ccl";
const exam = exams[examId];

/** The seed that the address names, by which a draw is repeated; else one of its own. */
function useSeed(): number {
  const [params] = useSearchParams();
  const [own] = useState(() => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0);
  const named = params.get("seed");
  return named !== null && /^\d{1,10}$/.test(named) && Number(named) < 2 ** 32 ? Number(named) : own;
}

const back = <Link to={paths.exam}>All mock exams</Link>;

type Begun = { sat: Sat; attemptId: string };
type Props = { userId: string; account: Account };

/** A mock exam from its draw on. */
function DrawnMock({ userId, account, onBegin }: Props & { onBegin: (begun: Begun) => void }) {
  const seed = useSeed();
  const drawn = useDrawn({ userId, account, exam, seed });
  const [attemptId] = useState(() => crypto.randomUUID());
  switch (drawn.kind) {
    case "loading":
      return <Spinner label="Drawing the dialogues…" />;
    case "failed":
      return (
        <NoticePage
          title="The dialogues could not be loaded"
          tab="Mock exam"
          action={
            <Button busy={drawn.retrying} onClick={drawn.retry}>
              Try again
            </Button>
          }
        >
          {drawn.reason}
        </NoticePage>
      );
    case "too-few":
      return (
        <NoticePage title="Too few dialogues for a mock exam" tab="Mock exam" action={back}>
          {exam.name} takes {drawn.needed} dialogues; there {drawn.there === 1 ? "is" : "are"} {drawn.there} for you to
          be drawn from.
        </NoticePage>
      );
    case "drawn":
      return (
        <Preparation
          {...{ userId, attemptId, exam, seed }}
          dialogues={drawn.dialogues}
          remarks={drawn.remarks}
          goesOn={false}
          onStart={(held) => {
            void letGoOfHeld(userId, attemptId);
            onBegin({ attemptId, sat: { held, studio: beginMock({ userId, attemptId, exam, held }, examId, seed) } });
          }}
        />
      );
  }
}

/**
 * What comes before a mock. Whoever has one under way in another browser is asked: it is no bar, for that browser may never
 * come back, and of one without a network nothing is known.
 * Why: docs/decisions/0103-devices-know-of-each-others-mocks.md
 */
function Beginning(props: Props & { onBegin: (begun: Begun) => void }) {
  const mocks = useExamAttempts(props.userId);
  const [isSecond, setSecond] = useState(false);
  const elsewhere = mocks.kind === "known" && !isSecond ? underWayElsewhere(mocks.attempts) : null;
  if (!elsewhere) return <DrawnMock {...props} />;
  return (
    <NoticePage
      title="A mock exam is under way in another browser"
      tab="Mock exam"
      action={
        <span className="notice-actions">
          <Button onClick={() => setSecond(true)}>Begin another all the same</Button>
          {back}
        </span>
      }
    >
      It was begun {onPractisedDay(elsewhere.started_at, serverNow())}. Only one is to be sat at a time: go on with it
      there, or end it there. If you cannot, begin another; what you said there stays there.
    </NoticePage>
  );
}

/** A mock exam that is new. While it is sat, nothing here asks the server for anything. */
export function NewMock({ userId, account }: Props) {
  const [begun, setBegun] = useState<Begun | null>(null);
  if (begun) return <Sitting {...begun} {...{ exam, userId }} />;
  return <Beginning {...{ userId, account }} onBegin={setBegun} />;
}
