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
  /** What was entered for a new password: the user pool only checks it together with that. */
  code: z.optional(z.string()),
  /** When the code was sent, as far as this tab knows, in ms since 1970. */
  sentAtMs: z.optional(z.number()),
});
/** Which e-mail awaits a code in this tab, and what for. */
export type CodeRequest = {
  email: string;
  mode: CodePurpose;
  code?: string | undefined;
  sentAtMs?: number | undefined;
};

/** Remembers, for this tab, which e-mail awaits its code. */
export function saveCodeRequest(request: CodeRequest): void {
  writeStored(stored.codeRequest, JSON.stringify(request));
}

/** Which e-mail awaits its code in this tab; null if none does. */
export function readCodeRequest(): CodeRequest | null {
  return parseStored(readStored(stored.codeRequest), CodeRequest) ?? null;
}

/** Forgets it once the code was used. */
export function removeCodeRequest(): void {
  removeStored(stored.codeRequest);
}

/** The request in a navigation's state, for which one without a mode is to confirm an e-mail; null if there is none. */
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

/** Which e-mail awaits its code at a place: as a link from an e-mail says there, or the navigation, or this tab's storage. */
export function codeRequestAt(place: RequestLocation): CodeRequest | null {
  const kept = readCodeRequest();
  const given = parseCodeRequest(place.state);
  const isSame = given?.email === kept?.email && given?.mode === kept?.mode;
  return codeRequestFromLink(place) ?? (isSame ? kept : (given ?? kept));
}

/** The same for this page. What a link says is kept in this tab's storage and taken out of the address. */
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

// As long as the code that the e-mail brought. A flow whose tab was closed must not leave the redirect rules off for good.
const resetLifetimeMs = stored.forceReset.lasts;

const isCurrent = (text: string | null, nowMs: number) => {
  const untilMs = Number(text ?? Number.NaN);
  return untilMs > nowMs && untilMs <= nowMs + resetLifetimeMs;
};

/** Notes, in this tab and for all others, that a password is being reset. */
export function startForceReset(nowMs = Date.now()): void {
  const until = String(nowMs + resetLifetimeMs);
  writeStored(stored.forceResetHere, until);
  writeStored(stored.forceReset, until);
}

/** Whether a password is being reset, in this tab or another. */
export function isForceReset(nowMs = Date.now()): boolean {
  return isCurrent(readStored(stored.forceResetHere), nowMs) || isCurrent(readStored(stored.forceReset), nowMs);
}

/** Ends what `beginForceReset` began. */
export function endForceReset(): void {
  removeStored(stored.forceResetHere);
  removeStored(stored.forceReset);
}

/** Ends it if it was begun in this tab. */
export function endOwnForceReset(): void {
  if (readStored(stored.forceResetHere) !== null) endForceReset();
}
