/** Where the web app is served from, and what it may talk to besides itself. */
export type SecurityHeadersOptions = {
  /** Origins that the app calls: the API, sign-in, the content. */
  connectOrigins: readonly string[];
  /** Origins whose audio the app plays. */
  mediaOrigins: readonly string[];
  /** Allows what a development server needs: inline modules and styles, and its web socket. */
  development: boolean;
};

function contentSecurityPolicy({ connectOrigins, mediaOrigins, development }: SecurityHeadersOptions): string {
  const inline = development ? ["'unsafe-inline'"] : [];
  const socket = development ? ["ws:"] : [];
  const directives: Record<string, readonly string[]> = {
    "default-src": ["'none'"],
    "script-src": ["'self'", ...inline],
    // Styles that React sets on elements go through the DOM, to which 'unsafe-inline' does not matter.
    "style-src": ["'self'", ...inline],
    "img-src": ["'self'", "data:"],
    "font-src": ["'self'"],
    "media-src": ["'self'", "blob:", ...mediaOrigins],
    "connect-src": ["'self'", ...socket, ...connectOrigins],
    "worker-src": ["'self'"],
    "manifest-src": ["'self'"],
    "frame-ancestors": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(" ")}`)
    .join("; ");
}

const strictTransport = "max-age=63072000; includeSubDomains";

/**
 * The headers of every answer of the API: it is taken for what it says it is, and asked for by HTTPS alone. Browsers pass
 * over the latter where an answer comes by plain HTTP, as in the local cloud (RFC 6797, 8.1).
 */
export const apiSecurityHeaders = {
  "x-content-type-options": "nosniff",
  "strict-transport-security": strictTransport,
} as const;

/** The headers with which every response of the web app is served, in the deployed and the local cloud alike. */
export function securityHeaders(options: SecurityHeadersOptions): Readonly<Record<string, string>> {
  const headers = {
    "Content-Security-Policy": contentSecurityPolicy(options),
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Content-Type-Options": "nosniff",
    "Permissions-Policy": "microphone=(self), camera=(), geolocation=(), payment=()",
    "Cross-Origin-Opener-Policy": "same-origin",
  };
  // A development server speaks plain HTTP, which this header would ask browsers never to use again.
  if (options.development) return headers;
  return { ...headers, "Strict-Transport-Security": strictTransport };
}
