import type { RecordingFacts, Review, StudyChange } from "../../../domain/study/study-change.ts";
import type { NewLearner } from "./learner.ts";
import { signInElsewhere } from "./sign-in-elsewhere.ts";

const examples = { language: "nepali" } as const;

const changedAt = (ago: number) => new Date(Date.now() - ago * 24 * 60 * 60_000).toISOString();

/** `ago` is in days. */
export function recordedFacts(
  today: number,
  ago: number,
  facts: Partial<RecordingFacts> & Pick<RecordingFacts, "seconds">,
): StudyChange {
  return {
    ...{ type: "recording", id: crypto.randomUUID(), changed_at: changedAt(ago) },
    recording: {
      ...{ ...examples, scenario_id: "example-1", segment_id: "segment-1", day: today - ago },
      ...{ first_word_seconds: 1, silence_seconds: 0, ...facts },
    },
  };
}

/** `ago` is in days. */
export function reviewFacts(
  today: number,
  ago: number,
  segment: { scenarioId: string; number: number },
  review: Pick<Review, "rating" | "missed">,
): StudyChange {
  return {
    ...{ type: "review", id: crypto.randomUUID(), changed_at: changedAt(ago) },
    review: {
      item: {
        ...{ kind: "segment", ...examples },
        ...{ scenario_id: segment.scenarioId, segment_id: `segment-${segment.number}` },
      },
      ...{ day: today - ago, source: "practice", ...review },
    },
  };
}

export async function seedStudyFacts(appUrl: string, learner: NewLearner, changes: StudyChange[]): Promise<void> {
  const { apiUrl, headers } = await signInElsewhere(appUrl, learner);
  const path = `/study-changes/${crypto.randomUUID()}`;
  const response = await fetch(apiUrl + path, { method: "PUT", headers, body: JSON.stringify({ changes }) });
  if (!response.ok) throw new Error(`${path} was refused: ${await response.text()}`);
}
