import * as z from "zod/mini";

/** The largest request body that a handler accepts, in bytes. */
export const maxBodyBytes = 64 * 1024;
/** Response header with the server's time as ISO 8601 text; the web takes its "now" from it. */
export const serverTimeHeader = "x-server-time";
/** Response headers that pages on other origins may read. */
export const exposedHeaders = [serverTimeHeader, "retry-after"] as const;

/** An instant as an ISO 8601 text in UTC, e.g. "2026-11-21T09:30:00.000Z". */
export const Instant = z.iso.datetime();

type Schema = z.ZodMiniType;

/** One route of the API; `path` holds parameters as {name}. */
export type Route = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  /** Who may call: everybody, a learner with an access token, or a sender whose signature the handler checks. */
  access: "public" | "user" | "signature";
  /**
   * Whether a caller whose account is being deleted, or was, is served too: such a route sees to it itself. Every other
   * one refuses them.
   */
  servesClosed?: true;
  throttle?: { rate: number; burst: number };
  /** Texts from the address: those that `path` does not hold come as its query, and may be absent. */
  params: Schema;
  body: Schema;
  response: Schema;
};

/** Of a route whose address has no parameters. */
export const noParams = z.object({});
/** Of a route that is asked without a body. */
export const noBody = z.undefined();
