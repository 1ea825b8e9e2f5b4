import * as z from "zod/mini";
import { findLanguage } from "../../../../domain/content/language.ts";
import { callApi } from "../../api.ts";
import { takeHomeGrants } from "../../home-answer.ts";
import { type CachedGrant, createGrantCache } from "./internal/grant-cache.ts";

export type ContentFailure = "premium-required" | "check-needed" | "missing" | "empty" | "malformed" | "unreachable";

export class ContentError extends Error {
  readonly reason: ContentFailure;

  constructor(reason: ContentFailure, message: string) {
    super(message);
    this.name = "ContentError";
    this.reason = reason;
  }
}

const unreachableMessage = "The content cannot be reached. Check your connection and try again.";

let readGrantBasis = () => "";

const grants = createGrantCache({
  request: async (path) => {
    // Requests grants for the language of this file, because the learner's language may have changed since the dialogue
    // was opened.
    const language = findLanguage(path.split("/")[0] ?? "")?.name;
    const known = await takeHomeGrants();
    if (known.some(({ folder }) => path.startsWith(folder))) return known;
    return (await callApi("grant-content", { body: language && { language } })).grants;
  },
  basis: () => readGrantBasis(),
  now: () => ({ wall: Date.now(), steady: performance.now() }),
});

/** `read` returns the facts on which grants depend. Grants that were cached for other facts are not used. */
export function setGrantBasis(read: () => string): void {
  readGrantBasis = read;
}

const renewalTickMs = 30_000;

export function keepGrantsFresh(): () => void {
  const renew = () => {
    if (document.visibilityState === "visible") void grants.renewIfDue();
  };
  const timer = setInterval(renew, renewalTickMs);
  document.addEventListener("visibilitychange", renew);
  return () => {
    clearInterval(timer);
    document.removeEventListener("visibilitychange", renew);
  };
}

export function premiumRequiredError(): ContentError {
  return new ContentError("premium-required", "Premium subscription required to access this content");
}

/** @throws ContentError, ApiError */
export async function requireGrant(path: string): Promise<CachedGrant> {
  const grant = await grants.grantFor(path);
  if (grant) return grant;
  throw premiumRequiredError();
}

type FetchOptions = { signal?: AbortSignal; priority?: RequestPriority; grant?: CachedGrant };

async function fetchOnce(
  path: string,
  { grant, ...options }: FetchOptions & { grant: CachedGrant },
): Promise<Response> {
  const url = `${grant.folderUrl}${path.slice(grant.folder.length)}?${grant.query}`;
  try {
    return await fetch(url, options);
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ContentError("unreachable", unreachableMessage);
  }
}

/** Returns null if a retry with a new grant may help. A refusal without CORS headers looks like a network failure. */
async function fetchUnlessRefused(path: string, options: FetchOptions & { grant: CachedGrant }) {
  try {
    const response = await fetchOnce(path, options);
    if (response.status !== 403) return response;
    grants.invalidate(options.grant);
  } catch (error) {
    if (!(error instanceof ContentError) || !grants.isAged(options.grant)) throw error;
    const isKnown = await grants.renew(path).then(
      () => true,
      () => false,
    );
    if (!isKnown) throw error;
  }
  return null;
}

async function fetchContent(path: string, options: FetchOptions = {}): Promise<Response> {
  const grant = options.grant ?? (await requireGrant(path));
  const first = await fetchUnlessRefused(path, { ...options, grant });
  const response = first ?? (await fetchOnce(path, { ...options, grant: await requireGrant(path) }));
  if (response.ok) return response;
  if (response.status >= 500) throw new ContentError("unreachable", unreachableMessage);
  throw new ContentError("missing", `${path} is not available (${response.status})`);
}

/** @throws ContentError, ApiError */
export async function fetchMetadata<Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  const response = await fetchContent(path);
  const value: unknown = await response.json().catch(() => undefined);
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  throw new ContentError("malformed", `${path} is malformed`);
}

/** @throws ContentError, ApiError, and the abort reason of `signal` */
export async function fetchAudio(path: string, options: FetchOptions): Promise<ArrayBuffer> {
  const response = await fetchContent(path, options);
  const audio = await response.arrayBuffer().catch((error: unknown) => {
    if (options.signal?.aborted) throw error;
    throw new ContentError("unreachable", unreachableMessage);
  });
  if (audio.byteLength === 0) throw new ContentError("empty", "Received empty audio file");
  return audio;
}
