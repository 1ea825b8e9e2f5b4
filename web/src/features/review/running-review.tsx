import type { ScheduledItem } from "../../../../domain/study/review-items.ts";
import { dueItems } from "../../../../domain/study/review-queue.ts";
import {
  afterRating,
  currentEntry,
  entriesLeft,
  nextEntry,
  type ReviewSession,
} from "../../../../domain/study/review-session.ts";
import type { EntryPlace } from "./entry-place.ts";
import { ReviewSegment } from "./review-segment.tsx";
import { TermCard } from "./term-card.tsx";

type Props = {
  userId: string;
  paid: boolean;
  session: ReviewSession;
  items: readonly ScheduledItem[];
  today: number;
  skipped: number;
  playsAtOnce: boolean;
  onChange: (change: (session: ReviewSession | null) => ReviewSession | null) => void;
  onGone: (key: string) => void;
  onEnd: () => void;
};

export function RunningReview(props: Props) {
  const { userId, paid, session, items, today, skipped, playsAtOnce, onChange, onGone, onEnd } = props;
  const entry = currentEntry(session);
  if (!entry) return null;
  const due = new Set(dueItems(items, today).map(({ key }) => key));
  const afterNext = nextEntry(session, (key) => due.has(key));
  const following = currentEntry(afterNext)?.item;
  const next = () => {
    if (following) onChange(() => afterNext);
    else onEnd();
  };
  const place: EntryPlace = {
    left: `${entriesLeft(session)} of ${session.entries.length} left`,
    isRepeat: entry.isRepeat,
    isLater: session.at > 0,
    isLast: following === undefined,
    onRated: (rating) => onChange((present) => present && afterRating(present, rating)),
    onNext: next,
    onEnd,
  };
  const key = `${session.at} ${entry.item.key}`;
  if (entry.item.kind === "term") return <TermCard key={key} {...{ userId, place }} scheduled={entry.item} />;
  return (
    <ReviewSegment
      key={key}
      {...{ userId, paid, today, place, skipped }}
      playsAtOnce={playsAtOnce && session.at === 0}
      scheduled={entry.item}
      next={following?.kind === "segment" ? following.segment : null}
      onUnavailable={() => {
        onGone(entry.item.key);
        next();
      }}
    />
  );
}
