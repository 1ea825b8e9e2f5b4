import { compareWeeks, speechTrend } from "../../../../domain/study/speech-trend.ts";
import type { Study } from "../../../../domain/study/study.ts";
import { LineChart } from "./line-chart.tsx";
import { percentText, secondsText, trendText } from "./progress-text.ts";

const shownWeeks = 12;

type TrendProps = {
  title: string;
  subject: string;
  values: readonly (number | null)[];
  format: (value: number) => string;
};

function Trend({ title, subject, values, format }: TrendProps) {
  const comparison = compareWeeks(values);
  if (!comparison) return null;
  return (
    <figure className="trend">
      <figcaption>
        <h3>{title}</h3>
        <p>{trendText(subject, comparison, format)}</p>
      </figcaption>
      <LineChart values={values} format={format} />
    </figure>
  );
}

export function SpeechTrendSection({ study, today }: { study: Study; today: number }) {
  const weeks = speechTrend(study, today, shownWeeks);
  const isKnown = weeks.some(({ firstWord }) => firstWord !== null);
  return (
    <section aria-labelledby="speech-trend">
      <h2 id="speech-trend">How you speak</h2>
      {isKnown ? (
        <>
          <p className="progress-quiet">Each value is the median of a week's practice recordings in which you spoke.</p>
          <div className="trends">
            <Trend
              title="First word"
              subject="First word after"
              values={weeks.map(({ firstWord }) => firstWord)}
              format={secondsText}
            />
            <Trend
              title="Silence between words"
              subject="Silence:"
              values={weeks.map(({ silence }) => silence)}
              format={percentText}
            />
          </div>
        </>
      ) : (
        <p className="progress-quiet">Record an attempt to see how soon you start to speak and how much you pause.</p>
      )}
    </section>
  );
}
