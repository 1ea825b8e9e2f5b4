import { useId, useState } from "react";
import type { StudySettings } from "../../../../domain/study/study.ts";
import { retentionRange, reviewsPerDayRange } from "../../../../domain/study/study-change.ts";
import { saveStudySetting } from "../study/study.ts";

type Props = { userId: string; settings: StudySettings };

function ReviewsPerDay({ userId, settings }: Props) {
  const id = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const { least, most } = reviewsPerDayRange;
  const value = Number(typed ?? settings.reviewsPerDay);
  const isValid = Number.isInteger(value) && value >= least && value <= most;
  const save = () => {
    if (typed !== null && isValid) void saveStudySetting(userId, { name: "reviews_per_day", value });
    if (isValid) setTyped(null);
  };
  return (
    <div className="review-setting">
      <label htmlFor={id}>Reviews a day</label>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        min={least}
        max={most}
        value={typed ?? settings.reviewsPerDay}
        aria-invalid={!isValid}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => setTyped(target.value)}
        onBlur={save}
        onKeyDown={({ key }) => key === "Enter" && save()}
      />
      <p id={`${id}-hint`} role={isValid ? undefined : "alert"}>
        {isValid ? `${least} to ${most}.` : `Choose a whole number from ${least} to ${most}.`}
      </p>
    </div>
  );
}

const percent = (share: number) => Math.round(share * 100);

function Retention({ userId, settings }: Props) {
  const id = useId();
  const [moved, setMoved] = useState<number | null>(null);
  const value = moved ?? percent(settings.retention);
  const text = `Goal: succeed in about ${value} of 100 reviews`;
  const save = () => {
    if (moved !== null) void saveStudySetting(userId, { name: "retention", value: moved / 100 });
    setMoved(null);
  };
  return (
    <div className="review-setting">
      <label htmlFor={id}>{text}</label>
      <input
        id={id}
        type="range"
        min={percent(retentionRange.least)}
        max={percent(retentionRange.most)}
        value={value}
        aria-valuetext={text}
        aria-describedby={`${id}-hint`}
        onChange={({ target }) => setMoved(target.valueAsNumber)}
        onPointerUp={save}
        onKeyUp={save}
        onBlur={save}
      />
      <p id={`${id}-hint`}>With a higher number, reviews come back sooner.</p>
    </div>
  );
}

export function ReviewSettings(props: Props) {
  return (
    <details className="review-settings">
      <summary>Review settings</summary>
      <ReviewsPerDay {...props} />
      <Retention {...props} />
    </details>
  );
}
