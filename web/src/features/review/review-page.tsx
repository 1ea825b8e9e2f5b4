import { useState } from "react";
import { hasPaidAccess } from "../../../../domain/plans/subscription.ts";
import { isReviewable } from "../../../../domain/study/review-access.ts";
import type { ScheduledItem } from "../../../../domain/study/review-items.ts";
import { reviewQueue } from "../../../../domain/study/review-queue.ts";
import { extraItems, type ReviewSession, startReviewSession } from "../../../../domain/study/review-session.ts";
import { serverNow } from "../../browser/server-time.ts";
import { Spinner } from "../../ui/spinner.tsx";
import { useAccount } from "../accounts/account.ts";
import { useSession } from "../accounts/session.ts";
import { usePlayAtOnce } from "../scenario/play-at-once.ts";
import { addGoneReview, readGoneReviews } from "../study/gone-reviews.ts";
import { type ScheduledStudy, useScheduledStudy } from "../study/study.ts";
import { ReviewOverview } from "./review-overview.tsx";
import { RunningReview } from "./running-review.tsx";

type Props = { userId: string; hasPaid: boolean; scheduled: ScheduledStudy };

function Review({ userId, hasPaid, scheduled }: Props) {
  const { study, items, today } = scheduled;
  // Fixed when the page opens, so that a plan that ends does not interrupt a review.
  const [paid] = useState(hasPaid);
  const [gone, setGone] = useState(() => readGoneReviews(userId));
  const [knownGone] = useState(gone.size);
  const isCovered = (item: ScheduledItem) => isReviewable(item, paid) && !gone.has(item.key);
  const covered = items.filter(isCovered);
  const leftOut = items.filter((item) => item.dueDay <= today && !isCovered(item));
  const queue = reviewQueue(study, covered, today);
  const playsAtOnce = usePlayAtOnce();
  const [session, setSession] = useState<ReviewSession | null>(() =>
    playsAtOnce && queue.length > 0 ? startReviewSession(queue) : null,
  );
  const leaveOut = (key: string) => {
    addGoneReview(userId, key);
    setGone(new Set([...gone, key]));
  };
  if (session) {
    return (
      <RunningReview
        {...{ userId, paid, session, today, items, playsAtOnce }}
        skipped={gone.size - knownGone}
        onChange={setSession}
        onGone={leaveOut}
        onEnd={() => setSession(null)}
      />
    );
  }
  return (
    <ReviewOverview
      {...{ userId, study, today, items: covered, queue }}
      leftOut={leftOut.length}
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
