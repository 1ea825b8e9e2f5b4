import * as z from "zod/mini";

/** The largest request body that a handler accepts, in bytes. The Stripe webhook has a higher limit. */
export const maxBodyBytes = 64 * 1024;
/**
 * Response header with the server's time as ISO 8601 text. The web app uses this time, for example, to decide about
 * access, because the device's clock may be wrong.
 */
export const serverTimeHeader = "x-server-time";
/** Response headers of the API that the web app may read, in addition to those that CORS always allows. */
export const exposedHeaders = [serverTimeHeader, "retry-after"] as const;

/** ISO 8601 text in UTC, e.g. "2026-11-21T09:30:00.000Z". */
export const Instant = z.iso.datetime();

type Schema = z.ZodMiniType;

/** `path` contains parameters as {name}. */
export type Route = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  path: string;
  /** `user` requires an access token. The handler of a `signature` route checks the sender's signature. */
  access: "public" | "user" | "signature";
  /** True if the route also accepts callers whose account is closed. Other `user` routes refuse such callers. */
  servesClosed?: true;
  /** Texts from the URL. Names that are not in `path` are query parameters and may be absent. */
  params: Schema;
  body: Schema;
  response: Schema;
};

export const noParams = z.object({});
export const noBody = z.undefined();
