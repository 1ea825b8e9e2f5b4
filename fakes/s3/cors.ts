import type { IncomingMessage, ServerResponse } from "node:http";

export type CorsRules = {
  /** Scheme, host and port, such as "http://localhost:5173". */
  origins: readonly string[];
  methods: readonly string[];
  exposedHeaders: readonly string[];
};

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
