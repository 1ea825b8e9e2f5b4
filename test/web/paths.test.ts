import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type RedirectFacts, redirectFor, requiresLogin } from "../../domain/redirect.ts";
import { paths, topicPattern } from "../../web/src/paths.ts";

/** The route table of the specification, and the pages of what the operator has to say. */
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
  "/support": "login required",
  "/payment-success": "login required",
  "/topic/:scenarioId": "login required",
} as const;

const table = Object.entries(access);

test("the router has a page at each address of the table and nowhere else, but for the page that says so", () => {
  const router = readFileSync(join(import.meta.dirname, "..", "..", "web", "src", "app", "routes.tsx"), "utf8");
  const named = [...router.matchAll(/\bpath: (?:paths\.(\w+)|topicPattern|"(\*)")/g)].map(([, name, rest]) => {
    if (rest) return rest;
    return name === undefined ? topicPattern : String(paths[name as keyof typeof paths]);
  });
  expect(named.sort()).toEqual([...Object.keys(access), "*"].sort());
});

test.each(table)("%s is %s", (path, who) => {
  const facts: RedirectFacts = {
    visitor: { kind: "nobody" },
    path: path.replace(":scenarioId", "emp-1"),
    languageSelected: false,
    forceReset: false,
    upgrading: false,
    verifyEmailKnown: true,
    now: new Date("2026-11-21T12:00:00Z"),
  };
  expect(requiresLogin(facts.path)).toBe(who === "login required");
  expect(redirectFor(facts)).toEqual(who === "public" ? null : { to: "/login", rememberOrigin: true });
});

test("the redirect rules know every page of the table: a learner without a plan is led from each to where it can be chosen", () => {
  const learner = { kind: "learner", subscription: null, language: null } as const;
  const led = table.map(([path]) => {
    const at = { path, languageSelected: false, upgrading: false, verifyEmailKnown: true, now: new Date(0) };
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
    "/language": "/pricing",
    "/profile": "/pricing",
    "/support": "stays",
    "/payment-success": "stays",
    "/topic/:scenarioId": "/pricing",
  });
});
