import * as fc from "fast-check";
import { matchRoutes } from "react-router";
import { describe, expect, test } from "vitest";
import {
  pathAfterPayment,
  pathAfterReset,
  type Redirect,
  type RedirectFacts,
  redirectFor,
  requiresLogin,
  type Visitor,
} from "../../../domain/accounts/redirect.ts";
import type { Subscription } from "../../../domain/plans/subscription.ts";

const now = new Date("2026-11-21T12:00:00.000Z");
const past = "2026-11-20T12:00:00.000Z";
const future = "2026-12-05T12:00:00.000Z";
const free: Subscription = {
  user_id: "u-1",
  plan_type: "free",
  active: true,
  start_date: past,
  end_date: null,
  updated_at: past,
};
const plus: Subscription = { ...free, plan_type: "plus", end_date: future };

const plans = {
  "no record": [null],
  free: [free],
  paid: [plus, { ...plus, plan_type: "pro", end_date: null, stripe_subscription_id: "sub_1" }],
  cancelled: [{ ...plus, plan_type: "premium", active: false, stripe_subscription_id: "sub_1" }],
  expired: [
    { ...plus, end_date: past },
    { ...plus, active: false, end_date: past },
    { ...free, active: false, end_date: past },
    { ...plus, end_date: null },
  ],
} satisfies Record<string, (Subscription | null)[]>;

type VisitorKind = "anonymous" | "unconfirmed" | keyof typeof plans;
type Case = { visitorKind: VisitorKind; language: boolean; facts: RedirectFacts };

const someone: [VisitorKind, boolean, Visitor][] = [
  ["anonymous", false, { kind: "anonymous" }],
  ["unconfirmed", false, { kind: "unconfirmed", email: "asha@example.org" }],
];
const learners = Object.entries(plans).flatMap(([visitorKind, rows]) =>
  rows.flatMap((subscription) =>
    ([null, "nepali"] as const).map((language): [VisitorKind, boolean, Visitor] => [
      visitorKind as VisitorKind,
      language !== null,
      { kind: "learner", subscription, language },
    ]),
  ),
);

const protectedPaths = [
  "/pricing",
  "/language",
  "/profile",
  "/progress",
  "/support",
  "/payment-success",
  "/review",
  "/glossary",
  "/inbox",
  "/topic/emp-1",
  "/topic/password-1",
  "/exam",
  "/exam/run",
  "/exam/0b8f6a3e-5d0c-4f5e-9a51-6f0f4f8f2c11",
  "/feedback/8c5d3b0e-9a1f-4c62-b7d4-1e2f3a4b5c6d",
];
const passwordPaths = ["/forgot-password", "/new-password"];
const publicPaths = ["/", "/login", "/signup", "/otp-verification", ...passwordPaths];
const unknownPaths = [
  "/nowhere",
  "/topic",
  "/topic/",
  "/topic/emp-1/more",
  "/topics/emp-1",
  "/exams",
  "/exam/run/more",
  "/feedback",
  "/feedback/8c5d3b0e-9a1f-4c62-b7d4-1e2f3a4b5c6d/more",
  "/login/x",
  "/lost-password",
];
const paths = [...protectedPaths, ...publicPaths, ...unknownPaths];

const flags = Array.from({ length: 8 }, (_, bits) => ({
  forceReset: (bits & 1) > 0,
  upgrading: (bits & 2) > 0,
  verifyEmailKnown: (bits & 4) > 0,
}));

const cases: Case[] = [...someone, ...learners].flatMap(([visitorKind, language, visitor]) =>
  paths.flatMap((path) => flags.map((some) => ({ visitorKind, language, facts: { visitor, path, ...some, now } }))),
);

const home: Redirect = { to: "/" };
const login: Redirect = { to: "/login", rememberOrigin: true };
const verify: Redirect = { to: "/otp-verification", email: "asha@example.org", mode: "signup" };
const on =
  (...some: string[]) =>
  ({ facts }: Case) =>
    some.includes(facts.path);
const isKnown = ({ facts }: Case) => !unknownPaths.includes(facts.path);
const isLearner = ({ visitorKind }: Case) => visitorKind !== "anonymous" && visitorKind !== "unconfirmed";
const blindCode = (c: Case) =>
  on("/otp-verification")(c) && !c.facts.verifyEmailKnown && c.visitorKind !== "unconfirmed";
const onEntry = (c: Case) => isLearner(c) && on("/login", "/signup")(c);
const resetting = ({ facts }: Case) => facts.forceReset;
const onSkippedPage = ({ facts }: Case) =>
  ["/login", "/otp-verification"].includes(facts.path) || facts.path.includes("password");
const skipped = (c: Case) => resetting(c) || onSkippedPage(c);
const reachesChecks = (c: Case) => isKnown(c) && c.visitorKind !== "anonymous" && !blindCode(c) && !onEntry(c);
const checked = (c: Case) => reachesChecks(c) && !skipped(c);
const openDuringSetup = on("/support", "/payment-success", "/inbox");
const mayStayWithoutPlan = (c: Case) => on("/pricing")(c) || openDuringSetup(c);
const lacksLanguage = ({ visitorKind, language }: Case) =>
  (visitorKind === "paid" || visitorKind === "cancelled") && !language;
const isComplete = ({ visitorKind, language }: Case) =>
  visitorKind === "free" || ((visitorKind === "paid" || visitorKind === "cancelled") && language);
const onSetupPage = (c: Case) => on("/language")(c) || (on("/pricing")(c) && !c.facts.upgrading);

/** Each case matches exactly one rule. */
const rules: { name: string; when: (c: Case) => boolean; answer: Redirect | null }[] = [
  { name: "no visitor is redirected from an unknown path", when: (c) => !isKnown(c), answer: null },
  {
    name: "an anonymous visitor goes from a protected page to /login",
    when: (c) => c.visitorKind === "anonymous" && on(...protectedPaths)(c),
    answer: login,
  },
  {
    name: "an anonymous visitor stays on public pages, except /otp-verification with an unknown email",
    when: (c) => c.visitorKind === "anonymous" && on(...publicPaths)(c) && !blindCode(c),
    answer: null,
  },
  { name: "a visitor on /otp-verification goes to / if the email is unknown", when: blindCode, answer: home },
  { name: "a learner on /login or /signup goes to /", when: onEntry, answer: home },
  {
    name: "the set-up checks do not apply during a password reset",
    when: (c) => reachesChecks(c) && resetting(c),
    answer: null,
  },
  {
    name: 'the set-up checks do not apply on /login, on /otp-verification or on a path with "password"',
    when: (c) => reachesChecks(c) && !resetting(c) && onSkippedPage(c),
    answer: null,
  },
  {
    name: "the set-up checks send a visitor with an unconfirmed email to /otp-verification with mode signup",
    when: (c) => checked(c) && c.visitorKind === "unconfirmed",
    answer: verify,
  },
  {
    name: "the set-up checks send a learner without a subscription row to /pricing, unless on /support, /payment-success or /inbox",
    when: (c) => checked(c) && c.visitorKind === "no record" && !mayStayWithoutPlan(c),
    answer: { to: "/pricing" },
  },
  {
    name: "a learner without a subscription row stays on /pricing, /support, /payment-success and /inbox",
    when: (c) => checked(c) && c.visitorKind === "no record" && mayStayWithoutPlan(c),
    answer: null,
  },
  {
    name: "the set-up checks send a learner with paid access but without a language to /language, unless on /support, /payment-success or /inbox",
    when: (c) => checked(c) && lacksLanguage(c) && !on("/language")(c) && !openDuringSetup(c),
    answer: { to: "/language" },
  },
  {
    name: "the set-up checks send a learner with a complete set-up from /language to /",
    when: (c) => checked(c) && isComplete(c) && on("/language")(c),
    answer: home,
  },
  {
    name: "the set-up checks send a learner with a complete set-up from /pricing to / if no upgrade is requested",
    when: (c) => checked(c) && isComplete(c) && on("/pricing")(c) && !c.facts.upgrading,
    answer: home,
  },
  {
    name: "a learner with a complete set-up stays on /, on protected pages outside the set-up, and on /pricing for an upgrade",
    when: (c) => checked(c) && isComplete(c) && !onSetupPage(c),
    answer: null,
  },
  {
    name: "a learner with an expired plan stays on / and on protected pages",
    when: (c) => checked(c) && c.visitorKind === "expired",
    answer: null,
  },
  {
    name: "a learner with paid access but without a language stays on /language, /support, /payment-success and /inbox",
    when: (c) => checked(c) && lacksLanguage(c) && (on("/language")(c) || openDuringSetup(c)),
    answer: null,
  },
];

const describeCase = ({ visitorKind, language, facts: { visitor: _, now: __, ...rest } }: Case) =>
  JSON.stringify({ visitorKind, language, ...rest });

describe("the redirect rules for the tested combinations of visitor, path and flags", () => {
  // Vitest shortens "$name" in titles, but not "%s".
  test.each(rules.map((rule) => [rule.name, rule] as const))("ensure that %s", (_name, { when, answer }) => {
    const covered = cases.filter(when);
    expect(covered.length).toBeGreaterThan(0);
    for (const one of covered) expect([describeCase(one), redirectFor(one.facts)]).toEqual([describeCase(one), answer]);
  });

  test("do not overlap, and leave out no combination", () => {
    for (const one of cases) {
      const speaking = rules.filter(({ when }) => when(one)).map(({ name }) => name);
      expect([describeCase(one), speaking.length, speaking]).toEqual([describeCase(one), 1, speaking]);
    }
  });

  test("redirect an anonymous visitor from every page that requires a log-in", () => {
    for (const { visitorKind, facts } of cases) {
      if (visitorKind === "anonymous" && requiresLogin(facts.path)) expect(redirectFor(facts)).not.toBeNull();
    }
  });

  test("never redirect to the current page", () => {
    for (const one of cases) expect(redirectFor(one.facts)?.to, describeCase(one)).not.toBe(one.facts.path);
  });

  test("end after at most two redirects, with or without navigation state", () => {
    for (const one of cases) {
      for (const keepsState of [true, false])
        expect(stepsToSettle(one.facts, keepsState), describeCase(one)).toBeLessThan(3);
    }
  });
});

function stepsToSettle(start: RedirectFacts, keepsState: boolean): number {
  let facts = start;
  for (let steps = 0; steps < 10; steps++) {
    const answer = redirectFor(facts);
    if (!answer) return steps;
    const verifyEmailKnown = facts.verifyEmailKnown || "email" in answer;
    facts = { ...facts, path: answer.to, upgrading: keepsState && facts.upgrading, verifyEmailKnown };
  }
  return Number.POSITIVE_INFINITY;
}

test("requiresLogin returns true for exactly the protected pages in a list of paths", () => {
  expect(paths.filter(requiresLogin)).toEqual(protectedPaths);
});

describe("the redirect rules for unusual spellings of an address", () => {
  const pages = [
    "/pricing",
    "/language",
    "/profile",
    "/progress",
    "/support",
    "/payment-success",
    "/review",
    "/glossary",
    "/inbox",
    "/topic/:scenarioId",
    "/exam",
    "/exam/:attemptId",
    "/feedback/:shareId",
  ];
  const asRoutes = pages.map((path) => ({ path }));
  const letters = (text: string) =>
    fc.tuple(...[...text].map((letter) => fc.constantFrom(letter, letter, letter.toUpperCase(), encoded(letter))));
  const spelled = fc
    .tuple(fc.constantFrom(...paths, "/topic/a%2Fb").chain(letters), fc.constantFrom("", "/", "//"))
    .map(([text, end]) => text.join("") + end);

  test.each(["/pricing/", "/Pricing", "/%70ricing", "/topic/emp-1/", "/TOPIC/emp-1", "/topic/a%2Fb", "/topic/%"])(
    "redirect an anonymous visitor from %s to the login page",
    (path) => {
      expect(redirectFor({ ...factsOfNobody, path })).toEqual(login);
    },
  );

  test("require a log-in if and only if the router matches a protected page", () => {
    fc.assert(
      fc.property(spelled, (path) => {
        expect(requiresLogin(path)).toBe(matchRoutes(asRoutes, path) !== null);
      }),
      { numRuns: 500 },
    );
  });

  test("redirect a learner from /Login/ to the home page", () => {
    const visitor: Visitor = { kind: "learner", subscription: free, language: null };
    expect(redirectFor({ ...factsOfNobody, visitor, path: "/Login/" })).toEqual(home);
  });

  const factsOfNobody: RedirectFacts = {
    visitor: { kind: "anonymous" },
    path: "/",
    forceReset: false,
    upgrading: false,
    verifyEmailKnown: false,
    now,
  };
});

function encoded(letter: string): string {
  return /[a-z]/.test(letter) ? `%${letter.charCodeAt(0).toString(16)}` : letter;
}

describe("the page after a password reset", () => {
  const languages = [null, "nepali"] as const;
  const answers = Object.entries(plans).flatMap(([visitorKind, rows]) =>
    rows.flatMap((subscription) =>
      languages.map((language) => ({
        visitorKind,
        language,
        subscription,
        to: pathAfterReset(subscription, language, now),
      })),
    ),
  );
  const paid = ["paid", "cancelled"];

  test("is the next set-up page, or / if the set-up is complete", () => {
    for (const { visitorKind, language, to } of answers) {
      const lacksPlan = visitorKind === "no record" || visitorKind === "expired";
      const lacksLanguage = paid.includes(visitorKind) && language === null;
      const expected = lacksPlan ? "/pricing" : lacksLanguage ? "/language" : "/";
      expect([visitorKind, language, to]).toEqual([visitorKind, language, expected]);
    }
  });

  test("causes no further redirect", () => {
    for (const { subscription, language, to } of answers) {
      const visitor: Visitor = { kind: "learner", subscription, language };
      const facts = { visitor, path: to, forceReset: false, upgrading: false };
      expect(redirectFor({ ...facts, verifyEmailKnown: false, now })).toBeNull();
    }
  });
});

describe("the page after a payment", () => {
  const languages = [null, "nepali"] as const;
  const { "no record": _, ...stored } = plans;

  test("is the page that a learner with a subscription row sees after opening “/”", () => {
    for (const subscription of Object.values(stored).flat()) {
      for (const language of languages) {
        const visitor: Visitor = { kind: "learner", subscription, language };
        const facts = { visitor, path: "/", forceReset: false, upgrading: false };
        const led = redirectFor({ ...facts, verifyEmailKnown: false, now })?.to ?? "/";
        expect(pathAfterPayment(subscription, language, now)).toBe(led);
      }
    }
  });
});
