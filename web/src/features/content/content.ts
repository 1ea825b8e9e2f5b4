import * as z from "zod/mini";
import { findLanguage } from "../../../../domain/content/language.ts";
import { callApi } from "../../api.ts";
import { type CachedGrant, createGrantCache } from "./internal/grant-cache.ts";

/** Why a file of the content could not be had. */
export type ContentFailure = "premium-required" | "missing" | "empty" | "malformed" | "unreachable";

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
    // A dialogue stays in the language in which it was opened, whatever the learner's is by now.
    const language = findLanguage(path.split("/")[0] ?? "")?.name;
    return (await callApi("grant-content", { body: language && { language } })).grants;
  },
  basis: () => readGrantBasis(),
  now: () => ({ wall: Date.now(), steady: performance.now() }),
});

/** Says what the server goes by when it grants something: what was granted on another basis counts no more. */
export function setGrantBasis(read: () => string): void {
  readGrantBasis = read;
}

/** How often it is looked whether grants end soon, in ms. */
const renewalTickMs = 30_000;

/**
 * Renews grants before they end, while the page is seen and when it is seen again, as after sleep; until the function
 * given back is called.
 */
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

/** Why a learner without a paid plan cannot have a file. */
export function premiumRequiredError(): ContentError {
  return new ContentError("premium-required", "Premium subscription required to access this content");
}

/**
 * The grant by which the learner may have the file at `path` now; asks the server only if none is held.
 * @throws ContentError, ApiError
 */
export async function requireGrant(path: string): Promise<CachedGrant> {
  const grant = await grants.grantFor(path);
  if (grant) return grant;
  throw premiumRequiredError();
}

/** `grant` is what was required just now, if it was. */
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

/**
 * Fetches a file and answers null if its signature is refused. A refusal without CORS headers reads like no network, so
 * a failure of an aged grant counts as one where the API can be reached, which knows best what the learner may hear.
 */
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

/** Fetches a file of the content; a refused signature is tried once more with a fresh grant. */
async function fetchContent(path: string, options: FetchOptions = {}): Promise<Response> {
  const grant = options.grant ?? (await requireGrant(path));
  const first = await fetchUnlessRefused(path, { ...options, grant });
  const response = first ?? (await fetchOnce(path, { ...options, grant: await requireGrant(path) }));
  if (response.ok) return response;
  if (response.status >= 500) throw new ContentError("unreachable", unreachableMessage);
  throw new ContentError("missing", `${path} is not available (${response.status})`);
}

/**
 * Fetches and parses a metadata file.
 * @throws ContentError, ApiError
 */
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

/**
 * Fetches a recording.
 * @throws ContentError, ApiError, and what the browser says when `signal` aborts it
 */
export async function fetchAudio(path: string, options: FetchOptions): Promise<ArrayBuffer> {
  const response = await fetchContent(path, options);
  const audio = await response.arrayBuffer().catch((error: unknown) => {
    if (options.signal?.aborted) throw error;
    throw new ContentError("unreachable", unreachableMessage);
  });
  if (audio.byteLength === 0) throw new ContentError("empty", "Received empty audio file");
  return audio;
}
