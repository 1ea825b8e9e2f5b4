import type { LanguageName } from "../content/language.ts";

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
  profileAccount: "/profile?tab=account",
  support: "/support",
  paymentSuccess: "/payment-success",
  privacy: "/privacy",
  terms: "/terms",
  contact: "/contact",
  topic: (scenarioId: string) => `/topic/${encodeURIComponent(scenarioId)}`,
  /** `segment` is a position from 0. `language` may differ from the learner's. */
  topicAt: (scenarioId: string, segment: number, language?: LanguageName) =>
    `/topic/${encodeURIComponent(scenarioId)}?${topicParameters(segment, language)}`,
  review: "/review",
  /** The learner's own terms. `terms` is the legal page. */
  glossary: "/glossary",
  progress: "/progress",
  exam: "/exam",
  examRun: "/exam/run",
  examAttempt: (attemptId: string) => `/exam/${encodeURIComponent(attemptId)}`,
  /** The guest's page, which is not part of the app. The link's token is in the URL's fragment. */
  shared: "/shared",
  inbox: "/inbox",
  feedback: (shareId: string) => `/feedback/${encodeURIComponent(shareId)}`,
  /** Positions from 0. */
  examMarking: (attemptId: string, markingId: string, place?: { dialogue: number; segment: number }) =>
    `/exam/${encodeURIComponent(attemptId)}?${markingParameters(markingId, place)}`,
} as const;

/** Anchor of the exam page's section about headsets and speakers. */
export const equipmentAnchor = "equipment";

/** The query counts segments from 1. */
export const segmentParameter = "segment";

/** The query counts dialogues from 1. */
export const dialogueParameter = "dialogue";

export const languageParameter = "language";

export const markingParameter = "marking";

const markingParameters = (markingId: string, place?: { dialogue: number; segment: number }) =>
  [
    `${markingParameter}=${encodeURIComponent(markingId)}`,
    ...(place ? [`${dialogueParameter}=${place.dialogue + 1}`, `${segmentParameter}=${place.segment + 1}`] : []),
  ].join("&");

const topicParameters = (segment: number, language?: LanguageName) =>
  [...(language ? [`${languageParameter}=${language}`] : []), `${segmentParameter}=${segment + 1}`].join("&");

export const topicPattern = "/topic/:scenarioId";

export const isTopicPath = (path: string): boolean => /^\/topic\/[^/]+$/.test(path);

export const examAttemptPattern = "/exam/:attemptId";

export const feedbackPattern = "/feedback/:shareId";

export const isFeedbackPath = (path: string): boolean => /^\/feedback\/[^/]+$/.test(path);

export const isExamPath = (path: string): boolean => /^\/exam(\/[^/]+)?$/.test(path);

const staticPages: ReadonlySet<string> = new Set([paths.home, paths.privacy, paths.terms, paths.contact]);

/** True for pages whose links work before the app starts. */
export const isStaticPage = (path: string): boolean => staticPages.has(path);
