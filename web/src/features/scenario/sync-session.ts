import { topicOf } from "../../../../domain/content/scenario.ts";
import type { Practice } from "../../../../domain/practice/practice.ts";
import type { Observable } from "../../browser/observable.ts";
import { serverNow } from "../../browser/server-time.ts";
import type { ScenarioSession } from "./internal/scenario-session.ts";
import type { OpenedScenario } from "./opened-scenario.ts";
import { readSession, writeSession } from "./scenario-session-store.ts";

type LearnerScenario = { userId: string; scenarioId: string; scenario: OpenedScenario };

/** Returns positions from 0. */
export function completedSegmentsInSession({ userId, scenarioId, scenario }: LearnerScenario): ReadonlySet<number> {
  const { language, segments } = scenario;
  const stored = readSession(userId, { language, scenarioId }, serverNow().getTime());
  return new Set(stored?.session.completedSet.filter((at) => at < segments.length));
}

function toSessionFields({
  index,
  segments,
}: Practice): Pick<ScenarioSession, "currentSegmentIndex" | "attemptMap" | "completedSet"> {
  return {
    currentSegmentIndex: index,
    attemptMap: Object.fromEntries(segments.map(({ attempts }, at) => [at, attempts])),
    completedSet: segments.flatMap(({ completed }, at) => (completed ? [at] : [])),
  };
}

export function syncSession(
  { userId, scenarioId, scenario }: LearnerScenario,
  practice: Observable<Practice>,
): () => void {
  let written = "";
  const write = () => {
    const facts = toSessionFields(practice.get());
    const text = JSON.stringify(facts);
    if (text === written) return;
    written = text;
    writeSession(userId, {
      version: 1,
      timestamp: scenario.fetchedAt,
      session: {
        ...facts,
        scenarioId,
        segments: [...scenario.segments],
        scenarioTitle: scenario.title,
        topicId: topicOf(scenarioId),
        userLanguage: scenario.language,
        lastAccessTime: serverNow().getTime(),
      },
    });
  };
  write();
  return practice.subscribe(write);
}
