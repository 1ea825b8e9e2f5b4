import { describe, expect, test } from "vitest";
import { securityHeaders } from "../../../domain/http/security-headers.ts";

const origins = {
  connectOrigins: ["https://api.example", "https://sign-in.example", "https://content.example"],
  mediaOrigins: ["https://content.example"],
};

function directives(headers: Readonly<Record<string, string>>): Record<string, string> {
  const policy = headers["Content-Security-Policy"] ?? "";
  return Object.fromEntries(policy.split("; ").map((directive) => directive.split(/ (.*)/, 2)));
}

describe("the security headers in production", () => {
  const headers = securityHeaders({ ...origins, strictSubdomains: false, development: false });

  test("have a content security policy with only the expected sources", () => {
    expect(directives(headers)).toEqual({
      "default-src": "'none'",
      "script-src": "'self' 'wasm-unsafe-eval'",
      "style-src": "'self'",
      "img-src": "'self' data:",
      "font-src": "'self'",
      "media-src": "'self' blob: https://content.example",
      "connect-src": "'self' https://api.example https://sign-in.example https://content.example",
      "worker-src": "'self'",
      "manifest-src": "'self'",
      "frame-ancestors": "'none'",
      "base-uri": "'none'",
      "form-action": "'self'",
    });
  });

  // https://www.w3.org/TR/CSP3/#can-compile-wasm-bytes
  test("allow unsafe code only for WebAssembly, and no wildcard or plain-text scheme", () => {
    const policy = headers["Content-Security-Policy"] ?? "";
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval';");
    expect(policy.replace("'wasm-unsafe-eval'", "")).not.toMatch(/unsafe|\*|http:|ws:/);
  });

  test("allow the app's pages the microphone, and block camera, location and payment", () => {
    expect(headers["Permissions-Policy"]).toBe("microphone=(self), camera=(), geolocation=(), payment=()");
  });

  test("require HTTPS and an isolated window", () => {
    expect(headers).toMatchObject({
      // Two years of 365 days. https://www.rfc-editor.org/rfc/rfc6797#section-6.1
      "Strict-Transport-Security": "max-age=63072000",
      "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Referrer-Policy": "strict-origin-when-cross-origin",
    });
  });

  test("require HTTPS of subdomains only with the option strictSubdomains", () => {
    const strict = securityHeaders({ ...origins, strictSubdomains: true, development: false });
    expect(strict).toEqual({ ...headers, "Strict-Transport-Security": "max-age=63072000; includeSubDomains" });
    expect(headers["Strict-Transport-Security"]).not.toContain("includeSubDomains");
  });
});

describe("the security headers in development", () => {
  const headers = securityHeaders({ ...origins, strictSubdomains: false, development: true });

  test("add only inline scripts, inline styles and ws: addresses to the content policy", () => {
    const production = directives(securityHeaders({ ...origins, strictSubdomains: false, development: false }));
    expect(directives(headers)).toEqual({
      ...production,
      "script-src": "'self' 'wasm-unsafe-eval' 'unsafe-inline'",
      "style-src": "'self' 'unsafe-inline'",
      "connect-src": `'self' ws: ${origins.connectOrigins.join(" ")}`,
    });
  });

  test("do not require HTTPS", () => {
    expect(headers).not.toHaveProperty("Strict-Transport-Security");
  });
});
