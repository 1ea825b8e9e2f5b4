import { Link } from "react-router";
import { paths } from "../../../../domain/http/pages.ts";
import { serverNow } from "../../browser/server-time.ts";
import { onPractisedDay } from "../../ui/practised-day.ts";
import { useExamsHere } from "./facts/exam-attempts.ts";
import { newestRunning } from "./facts/exam-facts.ts";
import "./interrupted-mock.css";

/** The mock exam in this browser that is not over, and the way back into it; nothing if there is none. */
export function InterruptedMock({ userId }: { userId: string }) {
  const here = useExamsHere(userId);
  const running = here && newestRunning(here);
  if (!running) return null;
  const { started_at, dialogues } = running.facts;
  const segments = dialogues.flatMap((dialogue) => dialogue.segments);
  const heard = segments.filter((facts) => facts !== null).length;
  return (
    <section className="interrupted-mock" aria-labelledby="interrupted-mock-title">
      <h2 id="interrupted-mock-title">Your mock exam was interrupted</h2>
      <p>
        You started it {onPractisedDay(started_at, serverNow())} and heard {heard} of {segments.length} segments. It
        continues at the next segment.
      </p>
      <Link className="button" to={paths.examRun}>
        Continue the exam
      </Link>
    </section>
  );
}
