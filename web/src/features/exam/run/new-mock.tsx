import { useState } from "react";
import { Link, useSearchParams } from "react-router";
import type { Account } from "../../../../../domain/account.ts";
import { type ExamId, exams } from "../../../../../domain/exams.ts";
import { paths } from "../../../../../domain/pages.ts";
import { Button } from "../../../ui/button.tsx";
import { NoticePage } from "../../../ui/notice-page.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { letGoOfHeld } from "../../content/held-content.ts";
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

/** A mock exam from its draw on. */
export function NewMock({ userId, account }: { userId: string; account: Account }) {
  const seed = useSeed();
  const drawn = useDrawn({ userId, account, exam, seed });
  const [attemptId] = useState(() => crypto.randomUUID());
  const [sat, setSat] = useState<Sat | null>(null);
  if (sat) return <Sitting {...{ sat, exam, userId, attemptId }} />;
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
            setSat({ held, studio: beginMock({ userId, attemptId, exam, held }, examId, seed) });
          }}
        />
      );
  }
}
