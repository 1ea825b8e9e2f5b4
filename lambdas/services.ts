import { setTimeout as wait } from "node:timers/promises";
import { openSessionCheck } from "./accounts/session-check.ts";
import { signUpConfirmationFor } from "./accounts/sign-up-confirmation.ts";
import { openTokenCheck } from "./accounts/token-check.ts";
import { userDirectoryIn } from "./accounts/user-directory.ts";
import { openConnectionGateway } from "./connections/connection-gateway.ts";
import { openContentSigner } from "./files/content-signer.ts";
import { openExportFiles } from "./files/export-files.ts";
import { refuseClosed } from "./guards/guards.ts";
import { openMailer } from "./mail/mail.ts";
import { openStripe } from "./payments/stripe/client.ts";
import { stripePayments } from "./payments/stripe/payments.ts";
import { openBus } from "./runtime/bus.ts";
import { type Clock, type Pause, systemClock } from "./runtime/clock.ts";
import { callCountsIn } from "./store/call-counts.ts";
import { closedAccountsIn } from "./store/closed-accounts.ts";
import { completedScenariosIn } from "./store/completed-scenarios.ts";
import { connectionsIn } from "./store/connections.ts";
import { openDocumentStore } from "./store/document-store.ts";
import { examAttemptsIn } from "./store/exam-attempts.ts";
import { examMarkingsIn } from "./store/exam-markings.ts";
import { profilesIn } from "./store/profiles.ts";
import { progressIn } from "./store/progress.ts";
import { subscriptionsIn } from "./store/subscriptions.ts";

const onlyFunction = {};
let presentFunction = (): object => onlyFunction;

/** Makes services once for each function, for a cloud that runs all of them in one process; Lambda gives each its own. */
export function separateServices(functionAtPresent: () => object): void {
  presentFunction = functionAtPresent;
}

function lazy<Service>(make: () => Service): () => Service {
  const madeFor = new WeakMap<object, { service: Service }>();
  return () => {
    const owner = presentFunction();
    const made = madeFor.get(owner) ?? { service: make() };
    madeFor.set(owner, made);
    return made.service;
  };
}

function setting(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`The environment variable ${name} is not set`);
  return value;
}

let presentClock: Clock = systemClock;

/** Puts another clock in place of the system's, for a cloud whose time can be moved. */
export function replaceClock(clock: Clock): void {
  presentClock = clock;
}

export const clock = () => presentClock;
/** Waits on real time, whatever the clock says. */
export const pause = (): Pause => wait;

// Marked pure, so that a handler's bundle holds only the services that the handler names.
const documentStore = /* @__PURE__ */ lazy(openDocumentStore);

/** Accounts that are being deleted, or were; checked before every learner's route, and after each row that is made. */
export const closedAccounts = /* @__PURE__ */ lazy(() =>
  closedAccountsIn(documentStore(), setting("CLOSED_ACCOUNTS_TABLE"), clock()),
);
const whileOpen = (userId: string) => refuseClosed(closedAccounts(), userId);

export const profiles = /* @__PURE__ */ lazy(() => profilesIn(documentStore(), setting("PROFILES_TABLE"), whileOpen));
export const subscriptions = /* @__PURE__ */ lazy(() =>
  subscriptionsIn(documentStore(), setting("SUBSCRIPTIONS_TABLE"), whileOpen),
);
export const progress = /* @__PURE__ */ lazy(() =>
  progressIn(documentStore(), setting("USER_PROGRESS_TABLE"), whileOpen),
);
export const completedScenarios = /* @__PURE__ */ lazy(() =>
  completedScenariosIn(documentStore(), setting("COMPLETED_SCENARIOS_TABLE"), whileOpen),
);
export const examAttempts = /* @__PURE__ */ lazy(() =>
  examAttemptsIn(documentStore(), setting("EXAM_ATTEMPTS_TABLE"), whileOpen),
);
export const examMarkings = /* @__PURE__ */ lazy(() =>
  examMarkingsIn(documentStore(), setting("EXAM_ATTEMPTS_TABLE"), whileOpen),
);
export const callCounts = /* @__PURE__ */ lazy(() =>
  callCountsIn(documentStore(), setting("CALL_COUNTS_TABLE"), clock(), whileOpen),
);
export const users = /* @__PURE__ */ lazy(() => userDirectoryIn(setting("USER_POOL_ID")));
export const signUpConfirmation = /* @__PURE__ */ lazy(() => signUpConfirmationFor(setting("USER_POOL_CLIENT_ID")));
/** The user pool of that id, for triggers, whose events name it. */
export const directoryOf = () => userDirectoryIn;
export const contentSigner = /* @__PURE__ */ lazy(() =>
  openContentSigner({
    contentOrigin: setting("CONTENT_ORIGIN"),
    keyPairId: setting("CONTENT_KEY_PAIR_ID"),
    privateKeySecretId: setting("CONTENT_KEY_SECRET"),
  }),
);
/** Origins of the web app, the first of which is its own: e-mails and the payment provider lead nowhere else. */
export const appOrigins = /* @__PURE__ */ lazy(() => setting("APP_ORIGINS").split(","));
export const payments = /* @__PURE__ */ lazy(() =>
  stripePayments(openStripe({ secretId: setting("STRIPE_SECRET"), apiUrl: process.env["STRIPE_API_URL"] })),
);
export const bus = /* @__PURE__ */ lazy(() => openBus(setting("EVENT_BUS")));
export const connections = /* @__PURE__ */ lazy(() =>
  connectionsIn(documentStore(), setting("CONNECTIONS_TABLE"), whileOpen),
);
export const connectionGateway = /* @__PURE__ */ lazy(() => openConnectionGateway(setting("CONNECTIONS_URL")));
export const tokenCheck = /* @__PURE__ */ lazy(() =>
  openTokenCheck({ issuer: setting("USER_POOL_ISSUER"), clientId: setting("USER_POOL_CLIENT_ID") }),
);
export const sessionCheck = /* @__PURE__ */ lazy(openSessionCheck);
export const exportFiles = /* @__PURE__ */ lazy(() => openExportFiles(setting("EXPORT_BUCKET"), whileOpen));
export const mailer = /* @__PURE__ */ lazy(() =>
  openMailer({ sender: setting("MAIL_SENDER"), configurationSet: setting("MAIL_CONFIGURATION_SET") }),
);
/** Where messages to support go. */
export const supportEmail = /* @__PURE__ */ lazy(() => setting("SUPPORT_EMAIL"));

/** The services with which a learner's plan is brought up to date with the payment provider. */
export const syncing = { bus, clock, payments, subscriptions };

/** The services with which everything stored about a learner is removed. */
export const removing = {
  callCounts,
  completedScenarios,
  connectionGateway,
  connections,
  examAttempts,
  exportFiles,
  payments,
  profiles,
  progress,
  subscriptions,
  users,
};
