import { useState } from "react";
import { languageLabel } from "../../../../domain/content/language.ts";
import type { TermSchedule } from "../../../../domain/study/review-items.ts";
import { ratings, type StudyRating } from "../../../../domain/study/study-change.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { useWritingSystem } from "../../ui/use-writing-system.ts";
import { languageAttributes } from "../../ui/writing-systems.ts";
import { ActionButton } from "../practice/screen/action-button.tsx";
import { practiceShortcuts, type ShortcutActions } from "../practice/screen/practice-shortcuts.ts";
import { RatingButtons, ratingNames } from "../practice/screen/rating-panel.tsx";
import { useShortcuts } from "../shortcuts/shortcuts.ts";
import { saveReview } from "../study/study.ts";
import type { EntryPlace } from "./entry-place.ts";
import { ReviewBar } from "./review-bar.tsx";
import { ReviewHead } from "./review-head.tsx";
import "../practice/screen/practice.css";
import "./review.css";

type Props = { userId: string; scheduled: TermSchedule; place: EntryPlace };

/** A second rating of the same card replaces the first. */
function useTermRating({ userId, scheduled, place }: Props) {
  const [id] = useState(() => crypto.randomUUID());
  const [rated, setRated] = useState<StudyRating | null>(null);
  const rate = (rating: StudyRating) => {
    setRated(rating);
    place.onRated(rating);
    // A repeat within the session is extra practice, and does not count towards the daily limit.
    const source = place.isRepeat ? "practice" : "review";
    void saveReview(userId, { item: scheduled.item, rating, source }, id);
  };
  return { rated, rate };
}

function cardActions(isShown: boolean, show: () => void, rate: (rating: StudyRating) => void, next: () => void) {
  const actions: ShortcutActions = { next };
  if (!isShown) return { ...actions, transcripts: show };
  for (const rating of ratings) actions[rating] = () => rate(rating);
  return actions;
}

function Answer({ scheduled }: Pick<Props, "scheduled">) {
  const { term, item } = scheduled;
  const isToEnglish = item.direction === "to-english";
  return (
    <div className="term-answer" role="status">
      <p className="term-text" {...languageAttributes(isToEnglish ? "english" : term.language)}>
        {isToEnglish ? term.english : term.translation}
      </p>
      {term.sentence !== "" && <p dir="auto">{term.sentence}</p>}
      {term.note !== "" && <p dir="auto">{term.note}</p>}
    </div>
  );
}

export function TermCard(props: Props) {
  const { scheduled, place } = props;
  const { term, item } = scheduled;
  const [isShown, setShown] = useState(false);
  const { rated, rate } = useTermRating(props);
  const isToEnglish = item.direction === "to-english";
  const [from, to] = isToEnglish ? ([term.language, "english"] as const) : (["english", term.language] as const);
  useWritingSystem(term.language);
  useShortcuts(
    practiceShortcuts,
    cardActions(isShown, () => setShown(true), rate, place.onNext),
  );
  return (
    <main className="practice" id="main">
      <PageTitle>Review</PageTitle>
      <ReviewHead title={`${languageLabel(from)} to ${languageLabel(to)}`} place={place} />
      <section className="term-card" aria-label="Term">
        <p className="term-text" {...languageAttributes(from)}>
          {isToEnglish ? term.translation : term.english}
        </p>
        {isShown ? (
          <>
            <Answer scheduled={scheduled} />
            <RatingButtons present={rated} onRate={rate} />
          </>
        ) : (
          <>
            <p className="review-quiet">Say the translation aloud.</p>
            <ActionButton variant="ink" shortcut="transcripts" onAct={() => setShown(true)}>
              Show answer
            </ActionButton>
          </>
        )}
        <p className="rating-saved" role="status">
          {rated ? `Rated: ${ratingNames[rated]}.` : ""}
        </p>
      </section>
      <ReviewBar place={place} isRated={rated !== null} canLeave={true} />
    </main>
  );
}
