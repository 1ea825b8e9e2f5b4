import { mergeStudyChanges } from "./merge-changes.ts";
import type { RecordingFacts, Review, StudyChange, Term } from "./study-change.ts";

export type StudySettings = {
  retention: number;
  reviewsPerDay: number;
};

export type StoredReview = Review & { id: string; changedAt: string };
export type StoredTerm = Term & { id: string };

/** Terms are ordered by creation, reviews by their day and first save, and recordings by their last change. */
export type Study = {
  reviews: readonly StoredReview[];
  recordings: readonly RecordingFacts[];
  terms: readonly StoredTerm[];
  settings: StudySettings;
};

export const defaultStudySettings: StudySettings = { retention: 0.9, reviewsPerDay: 30 };

const byCreation = (one: Term, other: Term) => Date.parse(one.created_at) - Date.parse(other.created_at);

const madeAtMs = ({ made_at, changedAt }: StoredReview) => Date.parse(made_at ?? changedAt);
/** A learner may correct a review after later reviews, so the last change does not show the order. */
const byMaking = (one: StoredReview, other: StoredReview) => one.day - other.day || madeAtMs(one) - madeAtMs(other);

function settingsOf(changes: readonly StudyChange[]): StudySettings {
  const settings = { ...defaultStudySettings };
  for (const change of changes) {
    if (change.type !== "setting") continue;
    const { name, value } = change.setting;
    if (name === "retention") settings.retention = value;
    else settings.reviewsPerDay = value;
  }
  return settings;
}

/** Accepts changes in any order. */
export function toStudy(changes: readonly StudyChange[]): Study {
  const latest = mergeStudyChanges(changes);
  return {
    reviews: latest
      .flatMap((change) =>
        change.type === "review" && change.review
          ? [{ ...change.review, id: change.id, changedAt: change.changed_at }]
          : [],
      )
      .sort(byMaking),
    recordings: latest.flatMap((change) => (change.type === "recording" ? [change.recording] : [])),
    terms: latest
      .flatMap((change) => (change.type === "term" && change.term ? [{ ...change.term, id: change.id }] : []))
      .sort(byCreation),
    settings: settingsOf(latest),
  };
}
