import { mergeStudyChanges } from "../../domain/study/merge-changes.ts";
import type { Review, StudyChange } from "../../domain/study/study-change.ts";
import { clampStudyDay } from "../../domain/study/study-day.ts";
import { studyRoutes } from "../../domain/study/study-routes.ts";
import { limitCalls } from "../guards/guards.ts";
import { onLearnerHttp, type RouteCall } from "../http.ts";
import { type ProvidedServices, pickMethods } from "../providers.ts";
import { publishOrLog } from "../runtime/event-bus.ts";
import { bus, callCounts, clock, studyChanges } from "../services.ts";

const providers = {
  bus,
  callCounts: pickMethods(callCounts, "admit"),
  clock,
  studyChanges: pickMethods(studyChanges, "append"),
};
type Services = ProvidedServices<typeof providers>;

function withReviewTime({ day, made_at, ...review }: Review, at: Date): Review {
  const madeAt = made_at !== undefined && new Date(Math.min(Date.parse(made_at), at.getTime()));
  return { ...review, day: clampStudyDay(day, at), ...(madeAt && { made_at: madeAt.toISOString() }) };
}

function withTime(change: StudyChange, at: Date): StudyChange {
  const changed_at = at.toISOString();
  switch (change.type) {
    case "review": {
      const { review } = change;
      return { ...change, changed_at, review: review && withReviewTime(review, at) };
    }
    case "recording": {
      const { recording } = change;
      return { ...change, changed_at, recording: { ...recording, day: clampStudyDay(recording.day, at) } };
    }
    case "term":
    case "setting":
      return { ...change, changed_at };
  }
}

/**
 * Moves changes dated in the future to the present. Otherwise they would replace changes that are made later. Moved
 * changes keep their order, a millisecond apart, because a day's first rating may be the one that counts.
 * @param changes earliest first
 */
function clampChanges(changes: readonly StudyChange[], now: Date): StudyChange[] {
  const isAnyFuture = changes.some(({ changed_at }) => Date.parse(changed_at) > now.getTime());
  return changes.map((change, nth) => {
    const latest = now.getTime() - (isAnyFuture ? changes.length - 1 - nth : 0);
    return withTime(change, new Date(Math.min(Date.parse(change.changed_at), latest)));
  });
}

/**
 * A request that is repeated soon stores nothing twice.
 * @throws Refusal "study_full", "changed_meanwhile", and those of `limitCalls`
 */
export async function saveStudyChanges(
  { caller, params, body }: Pick<RouteCall<"save-study-changes">, "caller" | "params" | "body">,
  services: Services,
): Promise<{ number: number }> {
  const { userId } = caller;
  await limitCalls(services.callCounts, "study-batch-day", userId);
  // Merges first, because the merge sorts by the original times, and `clampChanges` expects the earliest change first.
  const changes = clampChanges(mergeStudyChanges(body.changes), services.clock.now());
  const number = await services.studyChanges.append(userId, { batchId: params.batchId, changes });
  // Also publishes a known batch, because an earlier call may have failed before it published it.
  await publishOrLog(services.bus, {
    type: "StudyChanged",
    userId,
    number,
    ...(body.sender && { sender: body.sender }),
  });
  return { number };
}

export const handler = onLearnerHttp(studyRoutes, "save-study-changes", saveStudyChanges, providers);
