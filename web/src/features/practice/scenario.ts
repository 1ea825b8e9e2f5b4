import { useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import type { LanguageName } from "../../../../domain/language.ts";
import {
  isExample,
  metadataPath,
  ScenarioList,
  type Segment,
  SegmentList,
  scenarioFolder,
  topicFolder,
  topicOf,
} from "../../../../domain/scenario.ts";
import { freshness } from "../../query-freshness.ts";
import { ContentError, fetchMetadata } from "./content.ts";

/** A scenario ready to be practised. `folder` is where its recordings stand; `language` is the one beside English. */
export type OpenedScenario = { title: string; folder: string; language: LanguageName; segments: readonly Segment[] };

const anyArray = z.array(z.unknown());

async function readSegments(path: string): Promise<readonly Segment[]> {
  const failed = (reason: string) => new Error(`Failed to load segments for ${path}: ${reason}`);
  try {
    const rows = await fetchMetadata(path, z.unknown());
    if (!anyArray.safeParse(rows).success) throw failed("Invalid metadata format - expected array of segments");
    const segments = SegmentList.safeParse(rows);
    if (!segments.success) throw failed("a segment is malformed");
    return segments.data;
  } catch (error) {
    if (error instanceof ContentError && error.reason !== "premium-required") throw failed(error.message);
    throw error;
  }
}

async function openScenario(scenarioId: string, preference: LanguageName | null): Promise<OpenedScenario> {
  const language = isExample(scenarioId) ? "nepali" : preference;
  if (!language) throw new Error("No language preference set. Please visit your profile to set a language.");
  const folder = scenarioFolder(language, scenarioId);
  const [segments, listed] = await Promise.all([
    readSegments(metadataPath(folder)),
    fetchMetadata(metadataPath(topicFolder(language, topicOf(scenarioId))), ScenarioList).catch(() => []),
  ]);
  const title = listed.find(({ id }) => id === scenarioId)?.scenario ?? scenarioId;
  return { title, folder, language, segments };
}

/** Loads a scenario; examples are open to everybody, any other needs the learner's language. */
export function useScenario(scenarioId: string, preference: LanguageName | null) {
  return useQuery({
    queryKey: ["scenario", scenarioId, preference],
    queryFn: () => openScenario(scenarioId, preference),
    ...freshness.segments,
  });
}
