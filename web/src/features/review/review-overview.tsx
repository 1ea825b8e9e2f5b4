import { Link } from "react-router";
import { paths } from "../../../../domain/http/pages.ts";
import type { ScheduledItem } from "../../../../domain/study/review-items.ts";
import { countReviewsOf } from "../../../../domain/study/review-queue.ts";
import { nextDueDay, ratingsOfDay } from "../../../../domain/study/review-session.ts";
import type { Study } from "../../../../domain/study/study.ts";
import { serverNow } from "../../browser/server-time.ts";
import { Button } from "../../ui/button.tsx";
import { PageTitle } from "../../ui/page-title.tsx";
import { ReviewSettings } from "./review-settings.tsx";
import { dayPhrase, ratingsText, reviewCount, skippedText } from "./review-text.ts";
import "./review.css";

type Props = {
  userId: string;
  study: Study;
  /** The items that can be reviewed, due or not. */
  items: readonly ScheduledItem[];
  queue: readonly ScheduledItem[];
  extra: readonly ScheduledItem[];
  today: number;
  /** Number of due segments that cannot be reviewed now. */
  leftOut: number;
  onStart: (items: readonly ScheduledItem[]) => void;
};

function NextReview({ items, today }: Pick<Props, "items" | "today">) {
  const next = nextDueDay(items, today);
  if (!next) return <p>Rate segments in practice or add terms to your glossary. You can review them here later.</p>;
  const verb = next.count === 1 ? "is" : "are";
  return (
    <p>
      {reviewCount(next.count)} {verb} due {dayPhrase(next.day, serverNow())}.
    </p>
  );
}

function Finished({ study, items, extra, today, onStart }: Omit<Props, "queue" | "userId" | "leftOut">) {
  const done = countReviewsOf(today, study);
  const isMoreDue = extra.length > 0;
  return (
    <>
      <h1>{done > 0 ? "Done for today" : "Nothing to review today"}</h1>
      {done > 0 && (
        <p>
          You did {reviewCount(done)}: {ratingsText(ratingsOfDay(study, today))}.
        </p>
      )}
      {isMoreDue ? <p>You have reached your limit for today.</p> : <NextReview {...{ items, today }} />}
      <p className="review-ways">
        <Link className="button variant-ink" to={paths.home}>
          Go to Home
        </Link>
        {isMoreDue && <Button onClick={() => onStart(extra)}>Review more</Button>}
      </p>
    </>
  );
}

function Due({ study, queue, today, onStart }: Pick<Props, "study" | "queue" | "today" | "onStart">) {
  const done = countReviewsOf(today, study);
  return (
    <>
      <h1>Review</h1>
      <p>
        {queue.length} to review{done > 0 ? `. You have done ${done} today.` : " today."}
      </p>
      <p className="review-ways">
        <Button variant="ink" onClick={() => onStart(queue)}>
          {done > 0 ? "Continue review" : "Start review"}
        </Button>
      </p>
    </>
  );
}

export function ReviewOverview({ userId, study, items, queue, extra, today, leftOut, onStart }: Props) {
  return (
    <main className="page review" id="main">
      <PageTitle>Review</PageTitle>
      {queue.length > 0 ? (
        <Due {...{ study, queue, today, onStart }} />
      ) : (
        <Finished {...{ study, items, extra, today, onStart }} />
      )}
      {leftOut > 0 && <p className="review-quiet">{skippedText(leftOut)}</p>}
      <ReviewSettings userId={userId} settings={study.settings} />
    </main>
  );
}
