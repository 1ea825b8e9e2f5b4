import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { audioPaths } from "../../../../domain/content/pack.ts";
import { segmentId } from "../../../../domain/content/scenario.ts";
import type { SegmentSchedule } from "../../../../domain/study/review-items.ts";
import type { SegmentRef } from "../../../../domain/study/study-change.ts";
import { Button } from "../../ui/button.tsx";
import { NoticePage } from "../../ui/notice-page.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { audioFiles } from "../content/audio-files.ts";
import { createStudio, type Studio } from "../practice/studio/studio.ts";
import type { OpenedScenario } from "../scenario/opened-scenario.ts";
import { helpFor, SegmentsError, scenarioQuery } from "../scenario/scenario.ts";
import type { EntryPlace } from "./entry-place.ts";
import { ReviewScreen } from "./review-screen.tsx";

type Learner = { userId: string; paid: boolean };

const requestOf = ({ userId, paid }: Learner, { language, scenario_id }: SegmentRef) => ({
  userId,
  paid,
  scenarioId: scenario_id,
  preference: language,
});

function positionIn({ segments }: OpenedScenario, { segment_id }: SegmentRef): number {
  return segments.findIndex((_, at) => segmentId(at) === segment_id);
}

/** A review does not change progress, because it practises only one segment of the dialogue. */
const noProgress = { save: () => undefined };

type StudioProps = { userId: string; segment: SegmentRef; scenario: OpenedScenario; at: number; playsAtOnce: boolean };

function useReviewStudio({ userId, segment, scenario, at, playsAtOnce }: StudioProps): Studio | null {
  const [studio, setStudio] = useState<Studio | null>(null);
  const { scenario_id: scenarioId } = segment;
  useEffect(() => {
    const { title, folder, language, segments } = scenario;
    const opened = createStudio({
      ...{ userId, title, folder, dialogue: { language, scenarioId } },
      // Leaves out the later segments, because the studio would load the next one ahead.
      segments: segments.slice(0, at + 1),
      completed: new Set(),
      startAt: at,
      progress: noProgress,
      startsAfresh: true,
      playsAtOnce,
    });
    setStudio(opened);
    return () => opened.dispose();
  }, [userId, scenarioId, scenario, at, playsAtOnce]);
  return studio;
}

function usePreload(learner: Learner, next: SegmentRef | null): void {
  const queries = useQueryClient();
  const { userId, paid } = learner;
  useEffect(() => {
    if (!next) return;
    const load = async () => {
      const scenario = await queries.fetchQuery(scenarioQuery(requestOf({ userId, paid }, next)));
      const segment = scenario.segments[positionIn(scenario, next)];
      if (segment) audioFiles.preload(audioPaths(scenario.folder, segment).original);
    };
    // Ignores a failure, because the next entry loads the dialogue again.
    load().catch(() => undefined);
  }, [queries, userId, paid, next]);
}

type Props = Learner & {
  scheduled: SegmentSchedule;
  next: SegmentRef | null;
  today: number;
  skipped: number;
  playsAtOnce: boolean;
  place: EntryPlace;
  onUnavailable: () => void;
};

type OpenedProps = Props & { scenario: OpenedScenario; at: number };

function OpenedSegment({ scenario, at, ...props }: OpenedProps) {
  const { userId, paid, scheduled, next, playsAtOnce } = props;
  const studio = useReviewStudio({ userId, segment: scheduled.segment, scenario, at, playsAtOnce });
  usePreload({ userId, paid }, next);
  if (!studio) return null;
  const { scenario_id: scenarioId } = scheduled.segment;
  return <ReviewScreen {...{ studio, scenario, scenarioId }} {...props} />;
}

function LeftOut({ onLeaveOut }: { onLeaveOut: () => void }) {
  const isLeftOut = useRef(false);
  useEffect(() => {
    if (isLeftOut.current) return;
    isLeftOut.current = true;
    onLeaveOut();
  }, [onLeaveOut]);
  return null;
}

export function ReviewSegment(props: Props) {
  const { userId, paid, scheduled, place, onUnavailable } = props;
  const { data: scenario, error, refetch } = useQuery(scenarioQuery(requestOf({ userId, paid }, scheduled.segment)));
  if (scenario) {
    const at = positionIn(scenario, scheduled.segment);
    return at < 0 ? <LeftOut onLeaveOut={onUnavailable} /> : <OpenedSegment {...props} {...{ scenario, at }} />;
  }
  if (!error) return <Spinner label="Loading the segment…" />;
  if (helpFor(error) !== "try-again") return <LeftOut onLeaveOut={onUnavailable} />;
  return (
    <NoticePage
      title="The segment could not be loaded"
      tab="Review"
      action={
        <div className="notice-actions">
          <Button variant="ink" onClick={() => void refetch()}>
            Try again
          </Button>
          <Button onClick={place.onNext}>Skip</Button>
          <Button onClick={place.onEnd}>End review</Button>
        </div>
      }
    >
      {error instanceof SegmentsError ? error.reason : error.message}
    </NoticePage>
  );
}
