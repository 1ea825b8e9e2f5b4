export type SecurityHeadersOptions = {
  connectOrigins: readonly string[];
  mediaOrigins: readonly string[];
  /** True if browsers must also refuse plain HTTP to the subdomains of the app's domain. */
  strictSubdomains: boolean;
  /** True for a development server, which needs inline modules, inline styles and a web socket. */
  development: boolean;
};

function contentSecurityPolicy({ connectOrigins, mediaOrigins, development }: SecurityHeadersOptions): string {
  const inline = development ? ["'unsafe-inline'"] : [];
  const socket = development ? ["ws:"] : [];
  const directives: Record<string, readonly string[]> = {
    "default-src": ["'none'"],
    // 'wasm-unsafe-eval' allows the encoder of shared recordings, which is WebAssembly. The keyword does not allow
    // eval(): https://www.w3.org/TR/CSP3/#can-compile-wasm-bytes (read on 2026-11-26)
    "script-src": ["'self'", "'wasm-unsafe-eval'", ...inline],
    // React sets styles through the DOM, which needs no 'unsafe-inline'.
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

/** Two years. */
const strictTransport = "max-age=63072000";

/** The local cloud uses plain HTTP, over which browsers ignore "strict-transport-security" (RFC 6797, 8.1). */
export const apiSecurityHeaders = {
  "x-content-type-options": "nosniff",
  "strict-transport-security": strictTransport,
} as const;

export function securityHeaders(options: SecurityHeadersOptions): Readonly<Record<string, string>> {
  const headers = {
    "Content-Security-Policy": contentSecurityPolicy(options),
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "X-Content-Type-Options": "nosniff",
    "Permissions-Policy": "microphone=(self), camera=(), geolocation=(), payment=()",
    "Cross-Origin-Opener-Policy": "same-origin",
  };
  // Left out in development: the server uses plain HTTP, over which browsers ignore this header.
  if (options.development) return headers;
  return {
    ...headers,
    "Strict-Transport-Security": `${strictTransport}${options.strictSubdomains ? "; includeSubDomains" : ""}`,
  };
}
