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

describe("in production", () => {
  const headers = securityHeaders({ ...origins, development: false });

  test("the page runs, shows and reaches nothing that was not foreseen", () => {
    expect(directives(headers)).toEqual({
      "default-src": "'none'",
      "script-src": "'self'",
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

  test("nothing is unsafe", () => {
    expect(headers["Content-Security-Policy"]).not.toMatch(/unsafe|\*|http:|ws:/);
  });

  test("the microphone is the page's own, and no other device anybody's", () => {
    expect(headers["Permissions-Policy"]).toBe("microphone=(self), camera=(), geolocation=(), payment=()");
  });

  test("the browser keeps to HTTPS, to the types it is told, and away from other windows", () => {
    expect(headers).toMatchObject({
      "Strict-Transport-Security": expect.stringMatching(/max-age=\d{8}/),
      "X-Content-Type-Options": "nosniff",
      "Cross-Origin-Opener-Policy": "same-origin",
      "Referrer-Policy": "strict-origin-when-cross-origin",
    });
  });
});

describe("in development", () => {
  const headers = securityHeaders({ ...origins, development: true });

  test("the development server may do what it needs, and everything else is as in production", () => {
    const production = directives(securityHeaders({ ...origins, development: false }));
    expect(directives(headers)).toEqual({
      ...production,
      "script-src": "'self' 'unsafe-inline'",
      "style-src": "'self' 'unsafe-inline'",
      "connect-src": `'self' ws: ${origins.connectOrigins.join(" ")}`,
    });
  });

  test("the browser is not told to keep to HTTPS", () => {
    expect(headers).not.toHaveProperty("Strict-Transport-Security");
  });
});
