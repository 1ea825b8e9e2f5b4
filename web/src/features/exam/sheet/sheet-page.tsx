import { Link, useParams } from "react-router";
import { findExam } from "../../../../../domain/exam/exams.ts";
import { paths } from "../../../../../domain/http/pages.ts";
import { Button } from "../../../ui/button.tsx";
import { NoticePage } from "../../../ui/notice-page.tsx";
import { Spinner } from "../../../ui/spinner.tsx";
import { useAccount } from "../../accounts/account.ts";
import { useSession } from "../../accounts/session.ts";
import { useExamAttempts, useMarkings } from "../facts/exam-attempts.ts";
import { AttemptScreen } from "./attempt-screen.tsx";

const allMocks = <Link to={paths.exam}>All mock exams</Link>;

function KnownAttempt({ userId, attemptId }: { userId: string; attemptId: string }) {
  const { data: account } = useAccount();
  const known = useExamAttempts(userId);
  const marked = useMarkings(userId, attemptId);
  if (!account || known.kind === "loading" || marked.kind === "loading") {
    return <Spinner label="Loading the mock exam…" />;
  }
  const attempt = known.attempts.find(({ attempt_id: id }) => id === attemptId);
  if (!attempt && known.trouble) {
    return (
      <NoticePage
        title="The mock exam cannot be loaded"
        action={<Button onClick={known.trouble.retry}>Try again</Button>}
      >
        {known.trouble.reason}
      </NoticePage>
    );
  }
  if (!attempt) {
    return (
      <NoticePage title="No mock exam here" action={allMocks}>
        There is none of yours under this address. It may have been deleted.
      </NoticePage>
    );
  }
  if (attempt.outcome === "running") {
    return (
      <NoticePage title="This mock exam still goes on" action={<Link to={paths.exam}>Go on with it, or end it</Link>}>
        It can be marked once it has come to its end, on whichever device it is sat.
      </NoticePage>
    );
  }
  const exam = findExam(attempt.exam);
  if (!exam) {
    return (
      <NoticePage title="An exam that is not known here" action={allMocks}>
        This mock is of an exam that this version of Parlance does not know. Nothing of it is lost: load the page anew,
        or open it on the device on which it was sat.
      </NoticePage>
    );
  }
  return <AttemptScreen key={attemptId} {...{ userId, account, exam, attempt }} markings={marked.markings} />;
}

/** The sheet of a mock exam that was sat, and its result. */
export function SheetPage() {
  const { attemptId } = useParams();
  const session = useSession();
  if (session.kind !== "learner" || !attemptId) {
    return (
      <NoticePage title="No mock exam here" action={allMocks}>
        There is none of yours under this address.
      </NoticePage>
    );
  }
  return <KnownAttempt key={attemptId} userId={session.userId} attemptId={attemptId} />;
}
