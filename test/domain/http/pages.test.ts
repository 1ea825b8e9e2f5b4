import type { RouteObject } from "react-router";
import { expect, test } from "vitest";
import { type RedirectFacts, redirectFor, requiresLogin } from "../../../domain/accounts/redirect.ts";
import { routes } from "../../../web/src/app/routes.tsx";

const access = {
  "/": "public",
  "/login": "public",
  "/signup": "public",
  "/forgot-password": "public",
  "/otp-verification": "public",
  "/new-password": "public",
  "/privacy": "public",
  "/terms": "public",
  "/contact": "public",
  "/pricing": "login required",
  "/language": "login required",
  "/profile": "login required",
  "/progress": "login required",
  "/support": "login required",
  "/payment-success": "login required",
  "/glossary": "login required",
  "/review": "login required",
  "/inbox": "login required",
  "/feedback/:shareId": "login required",
  "/topic/:scenarioId": "login required",
  "/exam": "login required",
  "/exam/run": "login required",
  "/exam/:attemptId": "login required",
} as const;

const table = Object.entries(access);

const mounted = (from: readonly RouteObject[]): string[] =>
  from.flatMap(({ path, children = [] }) => [...(path === undefined ? [] : [path]), ...mounted(children)]);

test("the router has one page for each address of the app, and for unknown addresses", () => {
  expect(mounted(routes).toSorted()).toEqual([...Object.keys(access), "*"].toSorted());
});

test.each(table)('the page %s has the access "%s"', (path, who) => {
  const facts: RedirectFacts = {
    visitor: { kind: "anonymous" },
    path: path.replace(":scenarioId", "emp-1"),
    forceReset: false,
    upgrading: false,
    verifyEmailKnown: true,
    now: new Date("2026-11-21T12:00:00Z"),
  };
  expect(requiresLogin(facts.path)).toBe(who === "login required");
  expect(redirectFor(facts)).toEqual(who === "public" ? null : { to: "/login", rememberOrigin: true });
});

test("only / and pages that need a plan redirect a learner without a subscription row to /pricing", () => {
  const learner = { kind: "learner", subscription: null, language: null } as const;
  const led = table.map(([path]) => {
    const at = { path, upgrading: false, verifyEmailKnown: true, now: new Date(0) };
    return [path, redirectFor({ ...at, visitor: learner, forceReset: false })?.to ?? "stays"];
  });
  expect(Object.fromEntries(led)).toEqual({
    "/": "/pricing",
    "/login": "/",
    "/signup": "/",
    "/forgot-password": "stays",
    "/otp-verification": "stays",
    "/new-password": "stays",
    "/privacy": "stays",
    "/terms": "stays",
    "/contact": "stays",
    "/pricing": "stays",
    "/inbox": "stays",
    "/feedback/:shareId": "/pricing",
    "/language": "/pricing",
    "/profile": "/pricing",
    "/progress": "/pricing",
    "/support": "stays",
    "/payment-success": "stays",
    "/glossary": "/pricing",
    "/review": "/pricing",
    "/topic/:scenarioId": "/pricing",
    "/exam": "/pricing",
    "/exam/run": "/pricing",
    "/exam/:attemptId": "/pricing",
  });
});
