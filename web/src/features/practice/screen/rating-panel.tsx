import { useId } from "react";
import type { LanguageName } from "../../../../../domain/content/language.ts";
import { interpretingDirectionOf, type ScoringUnit } from "../../../../../domain/content/pack.ts";
import { ratings, type StudyRating } from "../../../../../domain/study/study-change.ts";
import { countedText } from "../../../ui/counted-text.ts";
import { unitKindNames } from "../../../ui/unit-kind-names.ts";
import { useWritingSystem } from "../../../ui/use-writing-system.ts";
import { languageAttributes } from "../../../ui/writing-systems.ts";
import { RecognitionLine } from "../../recognition/recognition-line.tsx";
import type { Recognition } from "../../recognition/use-recognition.ts";
import { useKeyName } from "../../shortcuts/shortcuts.ts";
import { unitShortcuts } from "../../shortcuts/unit-shortcuts.ts";
import { ActionButton } from "./action-button.tsx";
import type { AttemptRating } from "./attempt-rating.ts";
import { practiceShortcuts, type Shortcut } from "./practice-shortcuts.ts";
import "./rating-panel.css";

export const ratingNames: Readonly<Record<StudyRating, string>> = {
  again: "Again",
  hard: "Hard",
  good: "Good",
  easy: "Easy",
};

function KeyHint({ shortcut }: { shortcut: Shortcut | undefined }) {
  const name = useKeyName(practiceShortcuts, shortcut);
  return (
    name && (
      <small className="rating-key" aria-hidden="true">
        {name}
      </small>
    )
  );
}

type UnitProps = {
  unit: ScoringUnit;
  at: number;
  isTicked: boolean;
  wasMissed: boolean;
  direction: { from: LanguageName; to: LanguageName } | undefined;
  onTick: () => void;
};

function UnitRow({ unit, at, isTicked, wasMissed, direction, onTick }: UnitProps) {
  const shortcut = unitShortcuts[at];
  const keyName = useKeyName(practiceShortcuts, shortcut);
  return (
    <li>
      <label className="rating-unit" data-missed={isTicked}>
        <input type="checkbox" checked={isTicked} onChange={onTick} aria-keyshortcuts={keyName} />
        <span className="rating-unit-texts">
          <span {...languageAttributes(direction?.from)}>{unit.original}</span>{" "}
          <span className="rating-unit-reference" {...languageAttributes(direction?.to)}>
            {unit.translation}
          </span>{" "}
          <small>
            {unitKindNames[unit.kind].one}
            {wasMissed && " · missed before"}
          </small>
        </span>
        <KeyHint shortcut={shortcut} />
      </label>
    </li>
  );
}

export function RatingButtons({ present, onRate }: { present: StudyRating | null; onRate: (to: StudyRating) => void }) {
  return (
    <fieldset className="rating-choice">
      <legend className="visually-hidden">Rating</legend>
      {ratings.map((rating) => (
        <ActionButton key={rating} shortcut={rating} aria-pressed={present === rating} onAct={() => onRate(rating)}>
          {ratingNames[rating]} <KeyHint shortcut={rating} />
        </ActionButton>
      ))}
    </fieldset>
  );
}

function savedText({ review, units }: AttemptRating): string {
  if (!review) return "";
  const saved = `Rated: ${ratingNames[review.rating]}.`;
  if (review.missed === undefined || units.length === 0) return saved;
  const { length } = review.missed;
  if (length === 0) return `${saved} All correct.`;
  // Without the number of all units, because the review may be of an earlier version of the dialogue.
  return `${saved} You missed ${countedText(length, "unit")}.`;
}

function saveLabel({ ticked, review, isUnsaved }: AttemptRating): string {
  if (review && !isUnsaved) return "Saved";
  return ticked.size === 0 ? "All correct" : "Save";
}

type Props = {
  rating: AttemptRating;
  /** Positions, from 0, of the units that the learner missed before and that are due now. */
  missedBefore?: ReadonlySet<number>;
  recognition: Recognition;
};

const none: ReadonlySet<number> = new Set();

export function RatingPanel({ rating, missedBefore = none, recognition }: Props) {
  const { units, segment, language, ticked, isUnsaved, review } = rating;
  const titleId = useId();
  const direction = interpretingDirectionOf(segment, language);
  useWritingSystem(language);
  return (
    <section className="rating" aria-labelledby={titleId}>
      <h2 id={titleId}>{units.length > 0 ? "What did you miss?" : "How did it go?"}</h2>
      {units.length > 0 && (
        <ol className="rating-units">
          {units.map((unit, at) => (
            <UnitRow
              // biome-ignore lint/suspicious/noArrayIndexKey: two units may be equal, and units never change their order.
              key={at}
              {...{ unit, at, direction }}
              isTicked={ticked.has(at)}
              wasMissed={missedBefore.has(at)}
              onTick={() => rating.tick(at)}
            />
          ))}
        </ol>
      )}
      <div className="rating-actions">
        {units.length > 0 && (
          <ActionButton allowed={isUnsaved} shortcut="save-missed" onAct={rating.saveTicks}>
            {saveLabel(rating)} <KeyHint shortcut="save-missed" />
          </ActionButton>
        )}
        <RatingButtons present={review?.rating ?? null} onRate={rating.rate} />
      </div>
      <p className="rating-saved" role="status">
        {savedText(rating)}
      </p>
      <RecognitionLine recognition={recognition} isRated={review !== null} />
    </section>
  );
}
