import { useState } from "react";
import { Link } from "react-router";
import type { Account } from "../../../../../domain/accounts/account.ts";
import { displayName } from "../../../../../domain/accounts/profile.ts";
import type { ExamAttempt } from "../../../../../domain/exam/exam-attempt.ts";
import type { Exam } from "../../../../../domain/exam/exams.ts";
import { paths } from "../../../../../domain/http/pages.ts";
import { hasPaidAccess } from "../../../../../domain/plans/subscription.ts";
import { serverNow } from "../../../browser/server-time.ts";
import { PageTitle } from "../../../ui/page-title.tsx";
import type { KnownMarking } from "../facts/merge-here.ts";
import { dayText } from "../result/marking-words.ts";
import { CoveredMarking } from "./covered-marking.tsx";
import { useDialogueContents } from "./dialogue-content.ts";
import { MarkingChoice } from "./marking-choice.tsx";
import { NotStored } from "./not-stored.tsx";
import { OpenMarking } from "./open-marking.tsx";
import { useMarking } from "./use-marking.ts";
import { useMockTakes } from "./use-mock-takes.ts";
import { useSheetPlayer } from "./use-sheet-player.ts";

type Props = {
  userId: string;
  account: Account;
  exam: Exam;
  attempt: ExamAttempt;
  markings: readonly KnownMarking[];
};

/** An exam attempt: the sheet on which it is marked, and its result. */
export function AttemptScreen({ userId, account, exam, attempt, markings }: Props) {
  const { attempt_id: attemptId, dialogues } = attempt;
  // As it was at opening: a plan that ends takes nothing away from whoever is marking.
  const [paid] = useState(() => hasPaidAccess(account.subscription, serverNow()));
  const contents = useDialogueContents(userId, dialogues, paid);
  const takes = useMockTakes(userId, attemptId);
  const inHand = useMarking(userId, attempt, markings);
  const player = useSheetPlayer();
  const openStanding = markings.find(({ marking_id: id }) => id === inHand.marking.marking_id)?.standing;
  const candidate = displayName({ profileName: account.profile.full_name, email: account.profile.email });
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
      {openStanding && !inHand.isCovered && <NotStored standing={openStanding} />}
      {inHand.isCovered ? (
        <CoveredMarking marking={inHand.marking} onShow={inHand.uncover} />
      ) : (
        <OpenMarking
          key={inHand.marking.marking_id}
          {...{ userId, exam, attempt, contents, takes, inHand, player }}
          candidate={candidate}
          preference={account.profile.language_preference}
        />
      )}
    </main>
  );
}
