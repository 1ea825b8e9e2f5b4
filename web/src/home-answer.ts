import type { Account } from "../../domain/accounts/account.ts";
import type { Home } from "../../domain/home/home-routes.ts";
import type { ContentGrant } from "../../domain/practice/content-grant.ts";
import { callApi, onRequestToChange } from "./api.ts";

/** Counted from the start of the request. */
const lifetimeMs = 10_000;

type Answer = {
  home: Promise<Home>;
  requestedAtMs: number;
  sessionSignal: AbortSignal;
  areGrantsTaken: boolean;
  isDropped: boolean;
};

const held: { exams: Answer | null; practice: Answer | null } = { exams: null, practice: null };

/** Call this function when the data of Home may have changed. */
export function dropHomeAnswer(): void {
  for (const answer of [held.exams, held.practice]) if (answer) drop(answer);
}

onRequestToChange(dropHomeAnswer);

function drop(answer: Answer): void {
  answer.isDropped = true;
  if (held.exams === answer) held.exams = null;
  if (held.practice === answer) held.practice = null;
}

type Options = {
  hasPractice: boolean;
  sessionSignal: AbortSignal;
};

/**
 * Returns the account. The functions below return the exams, the practice and the grants of the same response.
 * @throws ApiError
 */
export async function fetchHome({ hasPractice, sessionSignal }: Options): Promise<Account> {
  const home = callApi("get-home", { params: hasPractice ? {} : { practice: "none" } });
  const answer = { home, requestedAtMs: performance.now(), sessionSignal, areGrantsTaken: false, isDropped: false };
  held.exams = answer;
  if (hasPractice) held.practice = answer;
  setTimeout(() => drop(answer), lifetimeMs);
  return (await home).account;
}

async function readHeld(part: keyof typeof held): Promise<Home | undefined> {
  const answer = held[part];
  const home = await answer?.home.catch(() => undefined);
  return answer?.isDropped || answer?.sessionSignal.aborted ? undefined : home;
}

export const readHomeExams = (): Promise<Pick<Home, "exams" | "last_marked"> | undefined> => readHeld("exams");

export async function readHomePractice(): Promise<Home["practice"]> {
  return (await readHeld("practice"))?.practice;
}

/** Returns the grants of each response at most once, because a refused grant must not be used again. */
export async function takeHomeGrants(): Promise<readonly ContentGrant[]> {
  const answer = held.practice;
  if (!answer || answer.areGrantsTaken) return [];
  answer.areGrantsTaken = true;
  const grants = (await readHomePractice())?.grants ?? [];
  const ageSeconds = Math.ceil((performance.now() - answer.requestedAtMs) / 1000);
  return grants.map((grant) => ({ ...grant, expiresInSeconds: Math.max(1, grant.expiresInSeconds - ageSeconds) }));
}
