import { useState } from "react";
import { isExample } from "../../../../domain/content/scenario.ts";
import { hasPaidAccess } from "../../../../domain/plans/subscription.ts";
import type { ScheduledItem } from "../../../../domain/study/review-items.ts";
import { reviewQueue } from "../../../../domain/study/review-queue.ts";
import { extraItems, type ReviewSession, startReviewSession } from "../../../../domain/study/review-session.ts";
import { serverNow } from "../../browser/server-time.ts";
import { Spinner } from "../../ui/spinner.tsx";
import { useAccount } from "../accounts/account.ts";
import { useSession } from "../accounts/session.ts";
import { type ScheduledStudy, useScheduledStudy } from "../study/study.ts";
import { ReviewOverview } from "./review-overview.tsx";
import { RunningReview } from "./running-review.tsx";

/** True if the plan covers the item. Terms belong to the learner. */
function isCovered(item: ScheduledItem, paid: boolean): boolean {
  return item.kind === "term" || paid || isExample(item.segment.scenario_id);
}

type Props = { userId: string; hasPaid: boolean; scheduled: ScheduledStudy };

function Review({ userId, hasPaid, scheduled }: Props) {
  const { study, items, today } = scheduled;
  // Fixed when the page opens, so that a plan that ends does not interrupt a review.
  const [paid] = useState(hasPaid);
  const [session, setSession] = useState<ReviewSession | null>(null);
  /** Keys of items whose dialogue is gone. They stay due, but this page no longer offers them. */
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const covered = items.filter((item) => isCovered(item, paid) && !gone.has(item.key));
  const notCovered = items.filter((item) => item.dueDay <= today && !isCovered(item, paid)).length;
  if (session) {
    return (
      <RunningReview
        {...{ userId, paid, session, today, items }}
        skipped={gone.size}
        onChange={setSession}
        onGone={(key) => setGone(new Set([...gone, key]))}
        onEnd={() => setSession(null)}
      />
    );
  }
  return (
    <ReviewOverview
      {...{ userId, study, today, items: covered }}
      leftOut={notCovered + gone.size}
      queue={reviewQueue(study, covered, today)}
      extra={extraItems(study, covered, today)}
      onStart={(chosen) => setSession(startReviewSession(chosen))}
    />
  );
}

function LoadedReview({ userId }: { userId: string }) {
  const { data: account } = useAccount();
  const scheduled = useScheduledStudy(userId);
  if (!account || !scheduled) return <Spinner label="Loading your reviews…" />;
  const hasPaid = hasPaidAccess(account.subscription, serverNow());
  return <Review {...{ userId, hasPaid, scheduled }} />;
}

export function ReviewPage() {
  const session = useSession();
  if (session.kind !== "learner") return <Spinner label="Loading your reviews…" />;
  return <LoadedReview key={session.userId} userId={session.userId} />;
}
