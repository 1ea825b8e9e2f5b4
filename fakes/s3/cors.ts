import type { IncomingMessage, ServerResponse } from "node:http";

/** The rules of CORS. An origin is scheme, host and port, such as "http://localhost:5173". */
export type CorsRules = {
  origins: readonly string[];
  methods: readonly string[];
  exposedHeaders: readonly string[];
};

/**
 * Allows the requesting page to read the response, including a refusal. Returns false if the page's origin is not
 * allowed.
 */
export function allowOrigin(message: IncomingMessage, response: ServerResponse, rules: CorsRules): boolean {
  response.setHeader("Vary", "Origin");
  const { origin } = message.headers;
  if (origin === undefined || !rules.origins.includes(origin)) return false;
  response.setHeader("Access-Control-Allow-Origin", origin);
  response.setHeader("Access-Control-Expose-Headers", rules.exposedHeaders.join(", "));
  return true;
}

export function allowPreflight(message: IncomingMessage, response: ServerResponse, rules: CorsRules): void {
  response.setHeader("Access-Control-Allow-Methods", rules.methods.join(", "));
  response.setHeader("Access-Control-Allow-Headers", message.headers["access-control-request-headers"] ?? "");
  response.setHeader("Access-Control-Max-Age", "600");
}
