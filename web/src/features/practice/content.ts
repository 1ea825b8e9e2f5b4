import * as z from "zod/mini";
import type { ContentGrant } from "../../../../domain/api.ts";
import { callApi } from "../../api.ts";

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

type HeldGrant = ContentGrant & { renewAtMs: number };

/** Grants are renewed this long before they end. */
const renewalMarginMs = 5 * 60_000;
let held: Promise<readonly HeldGrant[]> | undefined;

async function requestGrants(): Promise<readonly HeldGrant[]> {
  const { grants } = await callApi("grant-content", {});
  const nowMs = performance.now();
  return grants.map((grant) => {
    const lifetimeMs = grant.expiresInSeconds * 1000;
    return { ...grant, renewAtMs: nowMs + Math.max(lifetimeMs - renewalMarginMs, lifetimeMs / 2) };
  });
}

/** Forgets the grants held, as after a change of plan or when the learner leaves. */
export function forgetGrants(): void {
  held = undefined;
}

async function currentGrants(): Promise<readonly HeldGrant[]> {
  held ??= requestGrants();
  const asked = held;
  try {
    const grants = await asked;
    if (grants.every(({ renewAtMs }) => renewAtMs > performance.now())) return grants;
  } catch (error) {
    if (held === asked) held = undefined;
    throw error;
  }
  if (held === asked) held = requestGrants();
  return held ?? asked;
}

async function grantFor(path: string): Promise<HeldGrant> {
  const covers = ({ folder }: HeldGrant) => path.startsWith(folder);
  const known = (await currentGrants()).find(covers);
  if (known) return known;
  // A plan or a language may have been chosen since the grants were given.
  forgetGrants();
  const grant = (await currentGrants()).find(covers);
  if (grant) return grant;
  throw new ContentError("premium-required", "Premium subscription required to access this content");
}

async function fetchOnce(path: string, signal: AbortSignal | undefined): Promise<Response> {
  const grant = await grantFor(path);
  const url = `${grant.folderUrl}${path.slice(grant.folder.length)}?${grant.query}`;
  try {
    return await fetch(url, signal ? { signal } : {});
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ContentError("unreachable", "The content cannot be reached. Check your connection and try again.");
  }
}

/** Fetches a file of the content; a refused signature is tried once more with a fresh grant. */
async function fetchContent(path: string, signal?: AbortSignal): Promise<Response> {
  let response = await fetchOnce(path, signal);
  if (response.status === 403) {
    forgetGrants();
    response = await fetchOnce(path, signal);
  }
  if (response.ok) return response;
  throw new ContentError("missing", `${path} is not available (${response.status})`);
}

/**
 * Fetches and parses a metadata file.
 * @throws ContentError, ApiError
 */
export async function fetchMetadata<Schema extends z.ZodMiniType>(
  path: string,
  schema: Schema,
  signal?: AbortSignal,
): Promise<z.output<Schema>> {
  const response = await fetchContent(path, signal);
  const value: unknown = await response.json().catch(() => undefined);
  const parsed = z.safeParse(schema, value);
  if (parsed.success) return parsed.data;
  throw new ContentError("malformed", `${path} is malformed`);
}

/**
 * Fetches a recording.
 * @throws ContentError, ApiError
 */
export async function fetchAudio(path: string, signal?: AbortSignal): Promise<ArrayBuffer> {
  const audio = await (await fetchContent(path, signal)).arrayBuffer();
  if (audio.byteLength === 0) throw new ContentError("empty", "Received empty audio file");
  return audio;
}
