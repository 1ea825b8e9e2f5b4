import { useEffect } from "react";
import { type Location, useLocation, useNavigate } from "react-router";
import * as z from "zod/mini";
import { Email } from "../../../../domain/accounts/account.ts";
import { type CodePurpose, parseCodeLink } from "../../../../domain/accounts/code-link.ts";
import { paths } from "../../../../domain/http/pages.ts";
import { parseStored, readStored, removeStored, writeStored } from "../../browser/storage.ts";
import { stored } from "../../browser/stored.ts";

const CodeRequest = z.object({
  email: z.string().check(z.minLength(1)),
  mode: z.enum(["signup", "reset"]),
  /**
   * The code from an email's link, or the typed code for a new password. The typed code is kept, because the user pool
   * checks the code only together with the new password.
   */
  code: z.optional(z.string()),
  /** The time at which this tab requested a code for `signup`, in ms since 1970. */
  sentAtMs: z.optional(z.number()),
});
export type CodeRequest = {
  email: string;
  mode: CodePurpose;
  code?: string | undefined;
  sentAtMs?: number | undefined;
};

export function saveCodeRequest(request: CodeRequest): void {
  writeStored(stored.codeRequest, JSON.stringify(request));
}

export function readCodeRequest(): CodeRequest | null {
  return parseStored(readStored(stored.codeRequest), CodeRequest) ?? null;
}

export function removeCodeRequest(): void {
  removeStored(stored.codeRequest);
}

export function parseCodeRequest(state: unknown): CodeRequest | null {
  const parsed = z.safeParse(
    z.object({ ...CodeRequest.shape, mode: z._default(CodeRequest.shape.mode, "signup") }),
    state,
  );
  return parsed.success ? parsed.data : null;
}

type RequestLocation = Pick<Location<unknown>, "pathname" | "hash" | "state">;

function codeRequestFromLink({ pathname, hash }: RequestLocation): CodeRequest | null {
  const link = parseCodeLink(hash);
  if (!link || !Email.safeParse(link.email).success) return null;
  return { ...link, mode: pathname.startsWith(paths.newPassword) ? "reset" : "signup" };
}

export function codeRequestAt(place: RequestLocation): CodeRequest | null {
  const kept = readCodeRequest();
  const given = parseCodeRequest(place.state);
  const isSame = given?.email === kept?.email && given?.mode === kept?.mode;
  return codeRequestFromLink(place) ?? (isSame ? kept : (given ?? kept));
}

/** Moves the data of an email's link from the URL to this tab's storage. */
export function useCodeRequest(): CodeRequest | null {
  const location = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    const link = codeRequestFromLink(location);
    if (!link) return;
    saveCodeRequest(link);
    void navigate(location.pathname, { replace: true });
  }, [location, navigate]);
  return codeRequestAt(location);
}

// A reset lasts an hour, like its code. Without an end, a reset in a closed tab would turn off the redirects that make
// the learner choose a plan and a language.
const resetLifetimeMs = stored.forceReset.lasts;

const isCurrent = (text: string | null, nowMs: number) => {
  const untilMs = Number(text ?? Number.NaN);
  return untilMs > nowMs && untilMs <= nowMs + resetLifetimeMs;
};

export function startForceReset(nowMs = Date.now()): void {
  const until = String(nowMs + resetLifetimeMs);
  writeStored(stored.forceResetHere, until);
  writeStored(stored.forceReset, until);
}

export function isForceReset(nowMs = Date.now()): boolean {
  return isCurrent(readStored(stored.forceResetHere), nowMs) || isCurrent(readStored(stored.forceReset), nowMs);
}

export function endForceReset(): void {
  removeStored(stored.forceResetHere);
  removeStored(stored.forceReset);
}

export function endOwnForceReset(): void {
  if (readStored(stored.forceResetHere) !== null) endForceReset();
}
