import { useState } from "react";
import type { LanguageName } from "../../../../../domain/content/language.ts";
import type { ScoringUnit, Segment } from "../../../../../domain/content/pack.ts";
import { segmentId } from "../../../../../domain/content/scenario.ts";
import { currentSegment, type Practice, phaseOf } from "../../../../../domain/practice/practice.ts";
import { rateByTicks, type SegmentRating, unitPositions } from "../../../../../domain/study/segment-review.ts";
import type { StoredReview } from "../../../../../domain/study/study.ts";
import { type Review, ratings, type SegmentRef, type StudyRating } from "../../../../../domain/study/study-change.ts";
import { studyDay } from "../../../../../domain/study/study-day.ts";
import { serverNow } from "../../../browser/server-time.ts";
import { useAsyncValue } from "../../../browser/use-async-value.ts";
import { useObservable } from "../../../browser/use-observable.ts";
import { microphoneDenied } from "../../recording/microphone/microphone-permission.ts";
import { unitShortcuts } from "../../shortcuts/unit-shortcuts.ts";
import { saveReview, useStudy } from "../../study/study.ts";
import { uuidOfText } from "../../study/uuid-of-text.ts";
import type { ShortcutActions } from "./practice-shortcuts.ts";
import { useOnceTrue } from "./use-once-true.ts";

export type AttemptRating = {
  units: readonly ScoringUnit[];
  /** The dialogue's language besides English. */
  language: LanguageName;
  segment: Segment;
  /** Positions of the units ticked as missed, from 0. */
  ticked: ReadonlySet<number>;
  review: StoredReview | null;
  isUnsaved: boolean;
  tick: (at: number) => void;
  saveTicks: () => void;
  /** Rates the attempt without its ticks. */
  rate: (rating: StudyRating) => void;
};

export type RatingOptions = {
  userId: string;
  practice: Practice;
  scenarioId: string;
  scenario: { language: LanguageName; segments: readonly Segment[] };
  areTranscriptsShown: boolean;
  source: Review["source"];
  /** Positions, from 0, of the units that are ticked at first. */
  suggested?: ReadonlySet<number> | undefined;
};

/** Attempts without a recording have the same name if they have the same segment, visit and day. */
function useAttemptName({ practice, scenario, scenarioId }: RatingOptions): string | null {
  const isDenied = useObservable(microphoneDenied);
  const [visit] = useState(() => crypto.randomUUID());
  const { recordings, currentRecording } = currentSegment(practice);
  const recording = recordings.find(({ number }) => number === currentRecording);
  const made = recording?.recordedAt ?? (isDenied ? `${visit} ${studyDay(serverNow())}` : null);
  return made === null ? null : ["attempt", scenario.language, scenarioId, practice.index, made].join(" ");
}

/** Before the learner has heard or read the reference, the units would reveal it. */
function useHasSeenReference({ activity }: Practice, areTranscriptsShown: boolean, attempt: string | null): boolean {
  const isPlayed = activity.kind === "playing" && activity.audio === "translation";
  return useOnceTrue(attempt, isPlayed || areTranscriptsShown);
}

const isSame = (one: ReadonlySet<number>, other: ReadonlySet<number>) =>
  one.size === other.size && [...one].every((at) => other.has(at));

function useTicks(
  units: readonly ScoringUnit[],
  id: string | null,
  review: StoredReview | null,
  suggested: ReadonlySet<number> | undefined,
) {
  const stored = (!review && suggested) || unitPositions(units, review?.missed);
  const base = `${id} ${review?.changedAt}`;
  const [changed, setChanged] = useState<{ base: string; ticked: ReadonlySet<number> } | null>(null);
  const ticked = changed?.base === base ? changed.ticked : stored;
  const isUnsaved = review?.missed === undefined || !isSame(ticked, stored);
  const tick = (at: number) => {
    const next = new Set(ticked);
    if (!next.delete(at)) next.add(at);
    setChanged({ base, ticked: next });
  };
  return { ticked, isUnsaved, tick };
}

export function useAttemptRating(options: RatingOptions): AttemptRating | null {
  const { userId, practice, scenarioId, scenario, areTranscriptsShown, source } = options;
  const study = useStudy(userId);
  const attempt = useAttemptName(options);
  const hasSeen = useHasSeenReference(practice, areTranscriptsShown, attempt);
  const id = useAsyncValue(attempt, () => uuidOfText(attempt ?? ""));
  const segment = scenario.segments[practice.index];
  const units = segment?.units ?? [];
  const review = study?.reviews.find((each) => each.id === id) ?? null;
  const ticks = useTicks(units, id, review, options.suggested);
  const phase = phaseOf(practice);
  const isQuiet = phase !== "recording" && phase !== "processing";
  if (!study || !segment || id === null || !hasSeen || !isQuiet) return null;
  const ref: SegmentRef = {
    language: scenario.language,
    scenario_id: scenarioId,
    segment_id: segmentId(practice.index),
  };
  const save = (rating: SegmentRating) =>
    void saveReview(userId, { item: { kind: "segment", ...ref }, ...rating, source }, id);
  return {
    ...{ units, segment, language: scenario.language, review, ...ticks },
    saveTicks: () => units.length > 0 && save(rateByTicks(units, ticks.ticked)),
    rate: (rating) => save({ rating }),
  };
}

export function ratingActions(rating: AttemptRating | null): ShortcutActions {
  if (!rating) return {};
  const actions: ShortcutActions = {};
  for (const each of ratings) actions[each] = () => rating.rate(each);
  if (rating.units.length === 0) return actions;
  actions["save-missed"] = rating.saveTicks;
  for (const [at, shortcut] of unitShortcuts.entries()) {
    if (at < rating.units.length) actions[shortcut] = () => rating.tick(at);
  }
  return actions;
}
