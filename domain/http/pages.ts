import type { LanguageName } from "../content/language.ts";

/** The address of every page: what the router mounts, redirects name, and links from mails and from the payment provider lead to. */
export const paths = {
  home: "/",
  login: "/login",
  signup: "/signup",
  forgotPassword: "/forgot-password",
  verify: "/otp-verification",
  newPassword: "/new-password",
  pricing: "/pricing",
  language: "/language",
  profile: "/profile",
  profilePlan: "/profile?tab=plan",
  support: "/support",
  paymentSuccess: "/payment-success",
  privacy: "/privacy",
  terms: "/terms",
  contact: "/contact",
  topic: (scenarioId: string) => `/topic/${encodeURIComponent(scenarioId)}`,
  /** Opened at one of its segments, by position from 0, and in a language that need not be the learner's. */
  topicAt: (scenarioId: string, segment: number, language?: LanguageName) =>
    `/topic/${encodeURIComponent(scenarioId)}?${topicParameters(segment, language)}`,
  exam: "/exam",
  examRun: "/exam/run",
  examAttempt: (attemptId: string) => `/exam/${encodeURIComponent(attemptId)}`,
  /** The marking sheet at one of its segments, by positions from 0. */
  examAttemptAt: (attemptId: string, { dialogue, segment }: { dialogue: number; segment: number }) =>
    `/exam/${encodeURIComponent(attemptId)}?${dialogueParameter}=${dialogue + 1}&${segmentParameter}=${segment + 1}`,
} as const;

/** The place on the page of mock exams that says which headset or speakers the exam allows. */
export const equipmentAnchor = "equipment";

/** Names, counted from 1, the segment at which the practice screen or the marking sheet opens. */
export const segmentParameter = "segment";

/** Names, counted from 1, the dialogue of an exam attempt in which the marking sheet opens. */
export const dialogueParameter = "dialogue";

/** Names the language of the dialogue that the practice screen opens, where it is not the learner's. */
export const languageParameter = "language";

const topicParameters = (segment: number, language?: LanguageName) =>
  [...(language ? [`${languageParameter}=${language}`] : []), `${segmentParameter}=${segment + 1}`].join("&");

/** The pattern under which the practice screen is mounted. */
export const topicPattern = "/topic/:scenarioId";

/** Whether a path is that of a practice screen. */
export const isTopicPath = (path: string): boolean => /^\/topic\/[^/]+$/.test(path);

/** The pattern under which the sheet of a mock exam is mounted. */
export const examAttemptPattern = "/exam/:attemptId";

/** Whether a path is one of the mock exam's: what it is, the exam itself, or the sheet of one that was sat. */
export const isExamPath = (path: string): boolean => /^\/exam(\/[^/]+)?$/.test(path);

const staticPages: ReadonlySet<string> = new Set([paths.home, paths.privacy, paths.terms, paths.contact]);

/** Whether a page that stands in the document needs no app to be used: it has links, and what waits for the app at most. */
export const isStaticPage = (path: string): boolean => staticPages.has(path);
