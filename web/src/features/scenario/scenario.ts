import { type QueryClient, queryOptions, useQuery } from "@tanstack/react-query";
import * as z from "zod/mini";
import type { LanguageName } from "../../../../domain/content/language.ts";
import { type Segment, SegmentList } from "../../../../domain/content/pack.ts";
import {
  dialogueLanguageOf,
  isExample,
  metadataPath,
  scenarioFolder,
  topicOf,
} from "../../../../domain/content/scenario.ts";
import { ApiError } from "../../api.ts";
import { serverNow } from "../../browser/server-time.ts";
import { freshness } from "../../query-freshness.ts";
import { decideRetry } from "../../retry-policy.ts";
import { ContentError, type ContentFailure, fetchMetadata, premiumRequiredError } from "../content/content.ts";
import { fetchTextOrKept, openKeptText } from "../content/kept-access.ts";
import { scenariosQuery } from "../content/scenarios.ts";
import { type StoredSession, sessionValidity } from "./internal/scenario-session.ts";
import type { OpenedScenario } from "./opened-scenario.ts";
import { readSession } from "./scenario-session-store.ts";

export type ScenarioRequest = {
  userId: string;
  scenarioId: string;
  preference: LanguageName | null;
  paid: boolean;
};

class NoLanguageError extends Error {
  constructor() {
    super("No language preference set. Please visit your profile to set a language.");
    this.name = "NoLanguageError";
  }
}

/** Messages without the path, for errors whose own message names the path. */
const fileErrorTexts: Partial<Record<ContentFailure, string>> = {
  missing: "it is not available",
  malformed: "its content is damaged",
};

/** `reason` is the text for the learner, without the path. */
export class SegmentsError extends Error {
  readonly reason: string;

  constructor(path: string, reason: string, cause?: unknown) {
    super(`Failed to load segments for ${path}: ${reason}`, { cause });
    this.name = "SegmentsError";
    this.reason = reason;
  }
}

const anyArray = z.array(z.unknown());

async function fetchSegments(path: string): Promise<readonly Segment[]> {
  const failed = (reason: string, cause?: unknown) => new SegmentsError(path, reason, cause);
  try {
    const rows = await fetchTextOrKept(path, () => fetchMetadata(path, z.unknown()));
    if (!anyArray.safeParse(rows).success) throw failed("Invalid metadata format - expected array of segments");
    const segments = SegmentList.safeParse(rows);
    if (!segments.success) throw failed("a segment is damaged");
    return segments.data;
  } catch (error) {
    if (error instanceof ContentError && error.reason !== "premium-required" && error.reason !== "check-needed")
      throw failed(fileErrorTexts[error.reason] ?? error.message, error);
    throw error;
  }
}

function causeOf(error: unknown): unknown {
  return error instanceof Error && error.cause !== undefined ? error.cause : error;
}

function isUnreachable(error: unknown): boolean {
  const cause = causeOf(error);
  if (cause instanceof ContentError) return cause.reason === "unreachable";
  return cause instanceof ApiError && cause.code === "unreachable";
}

export function isMissing(error: unknown): boolean {
  const cause = causeOf(error);
  return cause instanceof ContentError && cause.reason === "missing";
}

export type ScenarioHelp = "try-again" | "choose-plan" | "choose-language" | "nothing";

export function helpFor(error: unknown): ScenarioHelp {
  const cause = causeOf(error);
  if (cause instanceof NoLanguageError) return "choose-language";
  if (cause instanceof ContentError && cause.reason === "premium-required") return "choose-plan";
  if (cause instanceof ContentError && cause.reason === "check-needed") return "try-again";
  if (cause instanceof ApiError) return decideRetry(cause.code) === "drop" ? "nothing" : "try-again";
  return isUnreachable(error) ? "try-again" : "nothing";
}

function fromSession({ timestamp, session }: StoredSession, folder: string): OpenedScenario {
  const { scenarioTitle: title, userLanguage: language, segments } = session;
  return { title, folder, language, segments, fetchedAt: timestamp };
}

async function loadScenario(request: ScenarioRequest, queries: QueryClient): Promise<OpenedScenario> {
  const { userId, scenarioId, preference, paid } = request;
  const language = dialogueLanguageOf(scenarioId, preference);
  if (!language) throw new NoLanguageError();
  // Checks the plan before the stored session, because a session must not be usable after the plan's end.
  const folder = scenarioFolder(language, scenarioId);
  if (!paid && !isExample(scenarioId)) {
    // Without a network, a renewed plan may look expired. For a kept dialogue, this call throws "check-needed" if the
    // plan has to be checked online.
    if (!navigator.onLine) await openKeptText(metadataPath(folder));
    throw premiumRequiredError();
  }
  const now = serverNow().getTime();
  const session = readSession(userId, { language, scenarioId }, now);
  if (session && sessionValidity(session, now) === "fresh") return fromSession(session, folder);
  try {
    const [segments, listed] = await Promise.all([
      fetchSegments(metadataPath(folder)),
      queries.fetchQuery({ ...scenariosQuery(userId, language, topicOf(scenarioId)), retry: false }).catch(() => []),
    ]);
    const title = listed.find(({ id }) => id === scenarioId)?.scenario ?? scenarioId;
    return { title, folder, language, segments, fetchedAt: now };
  } catch (error) {
    if (session && isUnreachable(error)) return fromSession(session, folder);
    throw error;
  }
}

export function scenarioQuery(request: ScenarioRequest) {
  const { userId, scenarioId, preference, paid } = request;
  const access = isExample(scenarioId) ? "everybody" : { preference, paid };
  return queryOptions({
    queryKey: ["scenario", userId, scenarioId, access],
    queryFn: ({ client }) => loadScenario(request, client),
    ...freshness.segments,
  });
}

export function useScenario(request: ScenarioRequest) {
  return useQuery(scenarioQuery(request));
}
