import type { ExamAttemptFacts } from "../../../domain/exam/exam-attempt.ts";
import { distinctPlaces, isSamePlace, type Place } from "../../../domain/exam/exam-marking.ts";
import type { OpenedShare } from "../../../domain/sharing/guest-routes.ts";

export type GuestPlacesShare = {
  recordings: OpenedShare["recordings"];
  exam: { dialogues: readonly Pick<ExamAttemptFacts["dialogues"][number], "segments">[] } | null;
};

/** Includes heard segments without a recording, because a marking covers all heard segments. */
export function listPlaces({ recordings, exam }: GuestPlacesShare): Place[] {
  const heard = (exam?.dialogues ?? []).flatMap(({ segments }, dialogue) =>
    segments.flatMap((facts, segment) => (facts ? [{ dialogue, segment }] : [])),
  );
  return distinctPlaces([...recordings, ...heard]);
}

export function placeBeside(places: readonly Place[], place: Place, by: 1 | -1): Place | undefined {
  const at = places.findIndex((other) => isSamePlace(other, place));
  return at < 0 ? places[0] : places[at + by];
}
