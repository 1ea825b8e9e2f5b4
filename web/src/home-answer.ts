import type { Account } from "../../domain/accounts/account.ts";
import type { Home } from "../../domain/home/home-routes.ts";
import type { ContentGrant } from "../../domain/practice/content-grant.ts";
import { callApi, onRequestToChange } from "./api.ts";

/** In ms. The response can be read for this time after the request. */
const lifetimeMs = 10_000;

type Answer = { home: Promise<Home>; requestedAtMs: number; sessionSignal: AbortSignal; areGrantsTaken: boolean };

/** The latest response with exams, and the latest response with practice. */
const held: { exams: Answer | null; practice: Answer | null } = { exams: null, practice: null };

/** Drops the latest responses. Call this function when their data may have changed. */
export function dropHomeAnswer(): void {
  held.exams = null;
  held.practice = null;
}

onRequestToChange(dropHomeAnswer);

function drop(answer: Answer): void {
  if (held.exams === answer) held.exams = null;
  if (held.practice === answer) held.practice = null;
}

type Options = {
  /** False to leave out the practice data. Only the first request needs these data. */
  hasPractice: boolean;
  sessionSignal: AbortSignal;
};

/**
 * Fetches the data of Home, and returns the account. The functions below return the other data.
 * @throws ApiError
 */
export async function fetchHome({ hasPractice, sessionSignal }: Options): Promise<Account> {
  const home = callApi("get-home", { params: hasPractice ? {} : { practice: "none" } });
  const answer = { home, requestedAtMs: performance.now(), sessionSignal, areGrantsTaken: false };
  held.exams = answer;
  if (hasPractice) held.practice = answer;
  setTimeout(() => drop(answer), lifetimeMs);
  return (await home).account;
}

async function readHeld(part: keyof typeof held): Promise<Home | undefined> {
  const answer = held[part];
  const home = await answer?.home.catch(() => undefined);
  // If the response was dropped during the request, the caller fetches its data separately.
  const isDropped = held[part] === null;
  return isDropped || answer?.sessionSignal.aborted ? undefined : home;
}

/** Returns the exams of the latest response for Home; undefined if there is none, or if it may be outdated. */
export const readHomeExams = (): Promise<Pick<Home, "exams" | "last_marked"> | undefined> => readHeld("exams");

/** Returns the practice of the latest response for Home; undefined if there is none, or if it may be outdated. */
export async function readHomePractice(): Promise<Home["practice"]> {
  return (await readHeld("practice"))?.practice;
}

/**
 * Returns the grants of the latest response for Home, with the remaining seconds. Further calls return no grants of the
 * same response, because a refused grant must not be used again.
 */
export async function takeHomeGrants(): Promise<readonly ContentGrant[]> {
  const answer = held.practice;
  if (!answer || answer.areGrantsTaken) return [];
  answer.areGrantsTaken = true;
  const grants = (await readHomePractice())?.grants ?? [];
  const ageSeconds = Math.ceil((performance.now() - answer.requestedAtMs) / 1000);
  return grants.map((grant) => ({ ...grant, expiresInSeconds: Math.max(1, grant.expiresInSeconds - ageSeconds) }));
}
