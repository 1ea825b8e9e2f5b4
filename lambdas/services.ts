import { setTimeout as wait } from "node:timers/promises";
import { createSessionCheck } from "./accounts/session-check.ts";
import { createSignUpConfirmation } from "./accounts/sign-up-confirmation.ts";
import { createTokenCheck } from "./accounts/token-check.ts";
import { createUserDirectory } from "./accounts/user-directory.ts";
import { createCanaryAccount } from "./canary/canary-account.ts";
import { createLearnerApp } from "./canary/learner-app.ts";
import { createConnectionGateway } from "./connections/connection-gateway.ts";
import { createArrivedAudio } from "./files/arrived-audio.ts";
import { createContentMetrics } from "./files/content-metrics.ts";
import { createContentSigner } from "./files/content-signer.ts";
import { createExportFiles } from "./files/export-files.ts";
import { createSharedAudio } from "./files/shared-audio.ts";
import { refuseClosed } from "./guards/guards.ts";
import { createMailer } from "./mail/mail.ts";
import { createStripeAccess } from "./payments/stripe/client.ts";
import { createStripePaymentProvider } from "./payments/stripe/stripe-payment-provider.ts";
import { type Clock, type Pause, systemClock } from "./runtime/clock.ts";
import { createEventBus } from "./runtime/event-bus.ts";
import { createCallCountStore } from "./store/call-counts.ts";
import { createClosedAccountStore } from "./store/closed-accounts.ts";
import { createCompletedScenarioStore } from "./store/completed-scenarios.ts";
import { createConnectionStore } from "./store/connections.ts";
import { openDocumentStore } from "./store/document-store.ts";
import { createDueShareStore } from "./store/due-shares.ts";
import { createExamAttemptStore } from "./store/exam-attempts.ts";
import { createExamMarkingStore } from "./store/exam-markings.ts";
import { createFeedbackNoticeStore } from "./store/feedback-notices.ts";
import { createInboxStore } from "./store/inboxes.ts";
import { createStudyBatchNumbers } from "./store/latest-study-batches.ts";
import { createProfileStore } from "./store/profiles.ts";
import { createUserProgressStore } from "./store/progress.ts";
import { createShareCommentStore } from "./store/share-comments.ts";
import { createShareGuestStore } from "./store/share-guests.ts";
import { createShareLedger } from "./store/share-ledger.ts";
import { createShareLinkStore } from "./store/share-links.ts";
import { createShareReportStore } from "./store/share-reports.ts";
import { createShareTeacherStore } from "./store/share-teachers.ts";
import { createShareStore } from "./store/shares.ts";
import { createStudyChangeStore } from "./store/study-changes.ts";
import { createSubscriptionStore } from "./store/subscriptions.ts";

const singleFunction = {};
let currentFunction = (): object => singleFunction;

/** The local cloud runs all functions in one process. On AWS, each function has its own process. */
export function separateServices(functionAtPresent: () => object): void {
  currentFunction = functionAtPresent;
}

function lazy<Service>(make: () => Service): () => Service {
  const madeFor = new WeakMap<object, { service: Service }>();
  return () => {
    const owner = currentFunction();
    const made = madeFor.get(owner) ?? { service: make() };
    madeFor.set(owner, made);
    return made.service;
  };
}

function requireSetting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set`);
  return value;
}

let currentClock: Clock = systemClock;

/** For tests, and for the local cloud, whose time can be moved. */
export function replaceClock(clock: Clock): void {
  currentClock = clock;
}

export const clock = () => currentClock;
/** Waits in real time, even if the app's clock was moved. */
export const pause = (): Pause => wait;

// The "pure" comments let a handler's bundle contain only the services that the handler uses.
const documentStore = /* @__PURE__ */ lazy(openDocumentStore);

export const closedAccounts = /* @__PURE__ */ lazy(() =>
  createClosedAccountStore(documentStore(), requireSetting("CLOSED_ACCOUNTS_TABLE"), clock()),
);
const refuseIfClosed = (userId: string) => refuseClosed(closedAccounts(), userId);

export const profiles = /* @__PURE__ */ lazy(() =>
  createProfileStore(documentStore(), requireSetting("PROFILES_TABLE"), refuseIfClosed),
);
export const subscriptions = /* @__PURE__ */ lazy(() =>
  createSubscriptionStore(documentStore(), requireSetting("SUBSCRIPTIONS_TABLE"), refuseIfClosed),
);
export const progress = /* @__PURE__ */ lazy(() =>
  createUserProgressStore(documentStore(), requireSetting("USER_PROGRESS_TABLE"), refuseIfClosed),
);
export const completedScenarios = /* @__PURE__ */ lazy(() =>
  createCompletedScenarioStore(documentStore(), requireSetting("COMPLETED_SCENARIOS_TABLE"), refuseIfClosed),
);
export const examAttempts = /* @__PURE__ */ lazy(() =>
  createExamAttemptStore(documentStore(), requireSetting("EXAM_ATTEMPTS_TABLE"), refuseIfClosed),
);
export const examMarkings = /* @__PURE__ */ lazy(() =>
  createExamMarkingStore(documentStore(), requireSetting("EXAM_ATTEMPTS_TABLE"), refuseIfClosed),
);
export const studyBatches = /* @__PURE__ */ lazy(() =>
  createStudyBatchNumbers(documentStore(), requireSetting("STUDY_CHANGES_TABLE")),
);
export const studyChanges = /* @__PURE__ */ lazy(() =>
  createStudyChangeStore(documentStore(), requireSetting("STUDY_CHANGES_TABLE"), refuseIfClosed),
);
export const callCounts = /* @__PURE__ */ lazy(() =>
  createCallCountStore(documentStore(), requireSetting("CALL_COUNTS_TABLE"), clock(), refuseIfClosed),
);
export const shares = /* @__PURE__ */ lazy(() =>
  createShareStore(documentStore(), requireSetting("SHARES_TABLE"), refuseIfClosed),
);
export const shareGuests = /* @__PURE__ */ lazy(() =>
  createShareGuestStore(documentStore(), requireSetting("SHARES_TABLE")),
);
export const shareReports = /* @__PURE__ */ lazy(() =>
  createShareReportStore(documentStore(), requireSetting("SHARES_TABLE")),
);
export const shareComments = /* @__PURE__ */ lazy(() =>
  createShareCommentStore(documentStore(), requireSetting("SHARES_TABLE"), refuseIfClosed),
);
export const shareLedger = /* @__PURE__ */ lazy(() =>
  createShareLedger(documentStore(), requireSetting("SHARES_TABLE"), refuseIfClosed),
);
export const shareTeachers = /* @__PURE__ */ lazy(() =>
  createShareTeacherStore(documentStore(), requireSetting("SHARES_TABLE"), refuseIfClosed),
);
export const feedbackNotices = /* @__PURE__ */ lazy(() =>
  createFeedbackNoticeStore(documentStore(), requireSetting("SHARES_TABLE"), refuseIfClosed),
);
export const dueShares = /* @__PURE__ */ lazy(() =>
  createDueShareStore(documentStore(), requireSetting("SHARES_TABLE")),
);
export const shareLinks = /* @__PURE__ */ lazy(() =>
  createShareLinkStore(documentStore(), requireSetting("SHARE_LINKS_TABLE"), refuseIfClosed),
);
export const inboxes = /* @__PURE__ */ lazy(() =>
  createInboxStore(documentStore(), requireSetting("INBOXES_TABLE"), refuseIfClosed),
);
export const users = /* @__PURE__ */ lazy(() => createUserDirectory(requireSetting("USER_POOL_ID")));
export const signUpConfirmation = /* @__PURE__ */ lazy(() =>
  createSignUpConfirmation(requireSetting("USER_POOL_CLIENT_ID")),
);
/** For triggers, whose events name the user pool. */
export const directoryOf = () => createUserDirectory;
export const contentSigner = /* @__PURE__ */ lazy(() =>
  createContentSigner({
    contentOrigin: requireSetting("CONTENT_ORIGIN"),
    keyPairId: requireSetting("CONTENT_KEY_PAIR_ID"),
    privateKeySecretId: requireSetting("CONTENT_KEY_SECRET"),
  }),
);
export const contentMetrics = /* @__PURE__ */ lazy(() => createContentMetrics(requireSetting("CONTENT_DISTRIBUTION")));
/** The stage's own origin is first. */
export const appOrigins = /* @__PURE__ */ lazy(() => requireSetting("APP_ORIGINS").split(","));
export const payments = /* @__PURE__ */ lazy(() =>
  createStripePaymentProvider(
    createStripeAccess({ secretId: requireSetting("STRIPE_SECRET"), apiUrl: process.env["STRIPE_API_URL"] }),
  ),
);
export const bus = /* @__PURE__ */ lazy(() => createEventBus(requireSetting("EVENT_BUS")));
export const connections = /* @__PURE__ */ lazy(() =>
  createConnectionStore(documentStore(), requireSetting("CONNECTIONS_TABLE"), refuseIfClosed),
);
export const connectionGateway = /* @__PURE__ */ lazy(() => createConnectionGateway(requireSetting("CONNECTIONS_URL")));
export const tokenCheck = /* @__PURE__ */ lazy(() =>
  createTokenCheck({ issuer: requireSetting("USER_POOL_ISSUER"), clientId: requireSetting("USER_POOL_CLIENT_ID") }),
);
export const sessionCheck = /* @__PURE__ */ lazy(createSessionCheck);
export const exportFiles = /* @__PURE__ */ lazy(() =>
  createExportFiles(requireSetting("EXPORT_BUCKET"), refuseIfClosed),
);
export const sharedAudio = /* @__PURE__ */ lazy(() => createSharedAudio(requireSetting("SHARED_AUDIO_BUCKET")));
/** Uploaded audio before it is checked. */
export const arrivedAudio = /* @__PURE__ */ lazy(() => createArrivedAudio(requireSetting("SHARED_AUDIO_BUCKET")));
export const mailer = /* @__PURE__ */ lazy(() =>
  createMailer({ sender: requireSetting("MAIL_SENDER"), configurationSet: requireSetting("MAIL_CONFIGURATION_SET") }),
);
export const supportEmail = /* @__PURE__ */ lazy(() => requireSetting("SUPPORT_EMAIL"));

export const canaryAccount = /* @__PURE__ */ lazy(() =>
  createCanaryAccount({ userPoolId: requireSetting("USER_POOL_ID"), clientId: requireSetting("USER_POOL_CLIENT_ID") }),
);
export const learnerApp = /* @__PURE__ */ lazy(() =>
  createLearnerApp({ apiUrl: requireSetting("API_URL"), realtimeUrl: requireSetting("REALTIME_URL") }),
);

export const accountProviders = { bus, clock, closedAccounts, profiles, studyBatches, subscriptions, users };

export const syncProviders = { bus, clock, payments, subscriptions };

export const removalProviders = {
  callCounts,
  completedScenarios,
  connectionGateway,
  connections,
  examAttempts,
  exportFiles,
  inboxes,
  payments,
  profiles,
  progress,
  sharedAudio,
  shareLinks,
  shares,
  shareTeachers,
  studyChanges,
  subscriptions,
  users,
};
