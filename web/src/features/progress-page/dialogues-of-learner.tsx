import type { CSSProperties } from "react";
import { Link } from "react-router";
import type { LanguageName } from "../../../../domain/content/language.ts";
import { dialogueLanguageOf, exampleLanguage } from "../../../../domain/content/scenario.ts";
import { paths } from "../../../../domain/http/pages.ts";
import { countedReviews, type HardSegment, hardestSegments } from "../../../../domain/study/hardest-segments.ts";
import { reviewsBySegment } from "../../../../domain/study/reviews-by-segment.ts";
import type { Study } from "../../../../domain/study/study.ts";
import { countByTopic, type TopicCount } from "../../../../domain/study/topic-counts.ts";
import { countWord } from "../../ui/count-word.ts";
import { titleLanguage } from "../../ui/title-language.ts";
import { type Scenario, useCompletedScenarios, useDialogues } from "../content/scenarios.ts";
import { useDialogueStatuses } from "../scenario/dialogue-statuses.ts";
import { hardText, topicText } from "./progress-text.ts";

const maxHardest = 5;

type Props = {
  userId: string;
  /** Null without a paid plan, and until the learner has chosen a language. */
  language: LanguageName | null;
  study: Study;
};

/** Positions count from 0, segment ids from 1. */
const positionOf = (segmentId: string) => Number(segmentId.replace("segment-", "")) - 1;

type HardSegmentItemProps = { hard: HardSegment; scenarios: readonly Scenario[]; language: LanguageName | null };

function HardSegmentItem({ hard, scenarios, language }: HardSegmentItemProps) {
  const { language: spoken, scenario_id: id, segment_id } = hard.segment;
  const isListed = dialogueLanguageOf(id, language ?? exampleLanguage) === spoken;
  const title = (isListed && scenarios.find((scenario) => scenario.id === id)?.title) || `Dialogue ${id}`;
  const position = positionOf(segment_id);
  return (
    <li>
      <Link to={paths.topicAt(id, position, isListed ? undefined : spoken)}>
        <span {...titleLanguage(title, spoken)}>{title}</span>, segment {position + 1}
      </Link>
      <span className="progress-quiet">{hardText(hard)}</span>
    </li>
  );
}

function HardestSegments({ study, ...rest }: Omit<HardSegmentItemProps, "hard"> & { study: Study }) {
  const hardest = hardestSegments(study, maxHardest);
  return (
    <section aria-labelledby="hardest-segments">
      <h2 id="hardest-segments">Hardest segments</h2>
      {hardest.length === 0 ? (
        <p className="progress-quiet">
          {reviewsBySegment(study).size > 0
            ? "No hard segments in your latest ratings."
            : "Rate your attempts to see your hardest segments here."}
        </p>
      ) : (
        <>
          <p className="progress-quiet">
            The counts are from the latest {countWord(countedReviews).toLowerCase()} ratings of each segment. Feedback
            with missed units counts as a rating. So does each segment that you mark in your own exams.
          </p>
          <ol className="hardest">
            {hardest.map((hard) => (
              <HardSegmentItem key={Object.values(hard.segment).join(" ")} hard={hard} {...rest} />
            ))}
          </ol>
        </>
      )}
    </section>
  );
}

/** Casts, because React's style type does not allow custom properties. */
const shares = ({ completed, started, all }: TopicCount) =>
  ({ "--completed": completed / all, "--started": started / all }) as CSSProperties;

function Topics({ counts }: { counts: readonly TopicCount[] }) {
  return (
    <section aria-labelledby="dialogues-by-topic">
      <h2 id="dialogues-by-topic">Dialogues by topic</h2>
      <ul className="topic-counts">
        {counts.map((count) => (
          <li key={count.topicId}>
            <span className="topic-count-name">{count.topic}</span>
            <span className="progress-quiet">{topicText(count)}</span>
            <span className="topic-count-bar" style={shares(count)} aria-hidden="true" />
          </li>
        ))}
      </ul>
    </section>
  );
}

export function DialoguesOfLearner({ userId, language, study }: Props) {
  const dialogues = useDialogues(userId, language);
  const completed = useCompletedScenarios(userId);
  const scenarios = dialogues.kind === "ready" ? dialogues.scenarios : [];
  const { withStatus } = useDialogueStatuses(scenarios, { userId, language: language ?? exampleLanguage, completed });
  const counts = countByTopic(withStatus);
  return (
    <>
      <HardestSegments {...{ study, scenarios, language }} />
      {counts.length > 0 && <Topics counts={counts} />}
    </>
  );
}
