import type { QueryClient } from "@tanstack/react-query";
import { audioPaths } from "../../../../domain/content/pack.ts";
import type { SegmentRef } from "../../../../domain/study/study-change.ts";
import type { EncodedAudio } from "../../audio/player.ts";
import { audioFiles } from "../content/audio-files.ts";
import { ContentError } from "../content/content.ts";
import { helpFor, scenarioQuery } from "../scenario/scenario.ts";

export type SoundRequest = { queries: QueryClient; userId: string; paid: boolean; signal: AbortSignal };

export async function loadTermSound(
  { language, scenario_id, segment_id }: SegmentRef,
  { queries, userId, paid, signal }: SoundRequest,
): Promise<EncodedAudio> {
  const request = { userId, scenarioId: scenario_id, preference: language, paid };
  const { folder, segments } = await queries.fetchQuery({ ...scenarioQuery(request), retry: false });
  const segment = segments[Number(segment_id.slice("segment-".length)) - 1];
  if (!segment) throw new ContentError("missing", `${scenario_id} has no ${segment_id}`);
  return audioFiles.load(audioPaths(folder, segment).original, { signal, priority: "high" }).checked;
}

/** @param error undefined if the sound was loaded, but not played */
export function soundFailureText(error: unknown): string {
  if (error === undefined) return "The sound could not be played. Please try again.";
  const help = helpFor(error);
  if (help === "choose-plan") return "The sound of this segment needs a paid plan.";
  if (help === "nothing") return "The sound of this segment is not available.";
  return "The sound could not be played. Check your connection and try again.";
}
