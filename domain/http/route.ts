import * as z from "zod/mini";

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
