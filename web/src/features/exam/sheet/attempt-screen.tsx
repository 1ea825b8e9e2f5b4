import { useState } from "react";
import { Link } from "react-router";
import type { Account } from "../../../../../domain/account.ts";
import type { ExamAttempt } from "../../../../../domain/exam-attempt.ts";
import { markedOf, type Place } from "../../../../../domain/exam-marking.ts";
import type { Exam } from "../../../../../domain/exams.ts";
import { paths } from "../../../../../domain/pages.ts";
import { hasPaidAccess } from "../../../../../domain/subscription.ts";
import type { ApiFailure } from "../../../api.ts";
import { serverNow } from "../../../browser/server-time.ts";
import { PageTitle } from "../../../ui/page-title.tsx";
import { Tabs } from "../../../ui/tabs.tsx";
import type { KnownMarking } from "../facts/merge-here.ts";
import { ExamResult } from "../result/exam-result.tsx";
import { dayText } from "../result/marking-words.ts";
import { useDialogueContents } from "./dialogue-content.ts";
import { MarkingChoice } from "./marking-choice.tsx";
import { MarkingSheet } from "./marking-sheet.tsx";
import { type MarkingInHand, useMarking } from "./use-marking.ts";
import { useMockTakes } from "./use-mock-takes.ts";
import { useSheetPlayer } from "./use-sheet-player.ts";

type Props = {
  userId: string;
  account: Account;
  exam: Exam;
  attempt: ExamAttempt;
  markings: readonly KnownMarking[];
};

type View = "sheet" | "result";

/** A marking that says something of all that was heard is shown as what it comes to. */
function firstView({ dialogues }: ExamAttempt, { marking }: MarkingInHand): View {
  const heard = dialogues.flatMap(({ segments }) => segments).filter((facts) => facts !== null).length;
  return heard > 0 && markedOf(marking.changes).length >= heard ? "result" : "sheet";
}

const refusals: Partial<Record<ApiFailure, string>> = {
  too_many_notes: "one marking holds no more notes.",
  too_many_markings: "one mock holds no more markings.",
};

/** What the server will not take of these markings; nobody is to mark on in vain. */
function Refused({ markings }: Pick<Props, "markings">) {
  const [refused] = markings.flatMap(({ standing }) => (standing.kind === "refused" ? [standing.failure] : []));
  return refused ? (
    <p className="sheet-notice" role="alert">
      Part of a marking could not be sent: {refusals[refused] ?? "the server did not take it."} It stays in this
      browser.
    </p>
  ) : null;
}

/** A mock that was sat: the sheet on which it is marked, and what that comes to. */
export function AttemptScreen({ userId, account, exam, attempt, markings }: Props) {
  const { attempt_id: attemptId, dialogues } = attempt;
  // As it was at opening: a plan that ends takes nothing away from whoever is marking.
  const [paid] = useState(() => hasPaidAccess(account.subscription, serverNow()));
  const contents = useDialogueContents(userId, dialogues, paid);
  const takes = useMockTakes(userId, attemptId);
  const inHand = useMarking(userId, attemptId, markings);
  const [view, setView] = useState(() => firstView(attempt, inHand));
  const player = useSheetPlayer();
  const { marking } = inHand;
  const textAt = ({ dialogue, segment }: Place) => {
    const content = contents[dialogue];
    return content?.kind === "ready" ? (content.segments[segment] ?? null) : null;
  };
  const show = (next: View) => {
    player?.hold();
    setView(next);
    // The other view begins at its beginning.
    scrollTo({ top: 0, behavior: "instant" });
  };
  const title = `Mock exam of ${dayText(attempt.started_at)}`;
  return (
    <main className="page wide exam-attempt" id="main">
      <PageTitle>{title}</PageTitle>
      <p className="exam-ways">
        <Link to={paths.exam}>All mock exams</Link>
      </p>
      <header className="exam-head">
        <h1>{title}</h1>
        <MarkingChoice inHand={inHand} />
      </header>
      <Refused markings={markings} />
      <Tabs
        label="The mock"
        selected={view}
        onSelect={show}
        tabs={[
          {
            id: "sheet",
            label: "Sheet",
            content: player && (
              <MarkingSheet
                key={marking.marking_id}
                {...{ exam, attempt, contents, takes, player }}
                changes={marking.changes}
                onChange={inHand.change}
                onResult={() => show("result")}
              />
            ),
          },
          {
            id: "result",
            label: "Result",
            content: (
              <ExamResult
                {...{ exam, attempt, marking, textAt }}
                markings={inHand.markings}
                preference={account.profile.language_preference}
              />
            ),
          },
        ]}
      />
    </main>
  );
}
