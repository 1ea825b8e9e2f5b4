import { countMissedUnits } from "../../../../domain/study/missed-units.ts";
import type { Study } from "../../../../domain/study/study.ts";
import { countedText } from "../../ui/counted-text.ts";
import { unitKindNames } from "../../ui/unit-kind-names.ts";
import { missedTrendTexts } from "./progress-text.ts";

const periodDays = 28;

export function MissedUnitsSection({ study, today }: { study: Study; today: number }) {
  const { checked, kinds } = countMissedUnits(study, today, periodDays);
  const isComparable = kinds.some(({ trend }) => trend !== "unknown");
  return (
    <section aria-labelledby="missed-units">
      <h2 id="missed-units">Missed units</h2>
      {checked === 0 ? (
        <p className="progress-quiet">
          No lists of missed units in the last four weeks. Save what you missed when you rate an attempt, or mark the
          units of a mock exam.
        </p>
      ) : (
        <>
          <p className="progress-quiet">
            From {countedText(checked, "list")} of missed units in the last four weeks.
            {isComparable && " “Before” is the four weeks before. The comparison uses the average per list."}
          </p>
          {kinds.length === 0 && <p>No missed units.</p>}
          <ul className="missed-kinds">
            {kinds.map(({ kind, missed, trend }) => (
              <li key={kind}>
                <span>{unitKindNames[kind].many}</span>
                <strong>{missed}</strong>
                <span className="progress-quiet">{missedTrendTexts[trend]}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
