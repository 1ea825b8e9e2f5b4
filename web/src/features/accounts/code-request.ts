import * as z from "zod/mini";
import type { CodePurpose } from "../../../../domain/accounts/code-link.ts";
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
export function rememberCodeRequest(request: CodeRequest): void {
  writeStored(stored.codeRequest, JSON.stringify(request));
}

/** Which e-mail awaits its code in this tab; null if none does. */
export function codeRequest(): CodeRequest | null {
  return parseStored(readStored(stored.codeRequest), CodeRequest) ?? null;
}

/** Forgets it once the code was used. */
export function forgetCodeRequest(): void {
  removeStored(stored.codeRequest);
}

const Refused = z.object({ refusedCode: z.string() });

/** The state of a navigation back to a code that was refused, with the words for it. */
export const refusedCodeState = (request: CodeRequest, refusedCode: string) => ({ ...request, refusedCode });

/** Why the code that a navigation comes from was refused; null if none was. */
export function refusedCodeIn(state: unknown): string | null {
  const parsed = z.safeParse(Refused, state);
  return parsed.success ? parsed.data.refusedCode : null;
}

/** The request in a navigation's state, for which one without a mode is to confirm an e-mail; null if there is none. */
export function codeRequestIn(state: unknown): CodeRequest | null {
  const parsed = z.safeParse(
    z.object({ ...CodeRequest.shape, mode: z._default(CodeRequest.shape.mode, "signup") }),
    state,
  );
  return parsed.success ? parsed.data : null;
}
