import { createPageHeaders, escapeHtml, localPage } from "../../foundation/page.ts";

export type PageReply = { status: number; headers: Record<string, string>; body: string };

/** A refusal that a person sees as a page, or that a program receives as JSON. */
export class PageRefusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

export function refusalPage({ code, message }: PageRefusal): PageReply {
  const body = `<p><strong>${escapeHtml(code)}</strong>: ${escapeHtml(message)}</p>`;
  return { status: 400, headers: createPageHeaders([]), body: localPage("Sign-in went wrong", body) };
}

export function redirectTo(location: string): PageReply {
  return { status: 302, headers: { location, "cache-control": "no-store" }, body: "" };
}

export function json(status: number, value: object): PageReply {
  const headers = { "content-type": "application/json;charset=UTF-8", "cache-control": "no-store" };
  return { status, headers, body: JSON.stringify(value) };
}

/**
 * Leaves out empty parameters.
 * @throws PageRefusal for a repeated or unknown parameter
 */
export function readParameters<Name extends string>(
  given: URLSearchParams,
  names: readonly Name[],
): Partial<Record<Name, string>> {
  for (const name of new Set(given.keys())) {
    const reason = !names.some((known) => known === name)
      ? `The local Cognito does not know the parameter "${name}".`
      : given.getAll(name).length > 1 && `The parameter "${name}" is given more than once.`;
    if (!reason) continue;
    console.error(`Local Cognito: ${reason}`);
    throw new PageRefusal("invalid_request", reason);
  }
  const entries = names.flatMap((name) => {
    const value = given.get(name);
    return value ? [[name, value] as const] : [];
  });
  // `Object.fromEntries` loses the type of the keys.
  return Object.fromEntries(entries) as Partial<Record<Name, string>>;
}
