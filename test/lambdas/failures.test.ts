import { ResourceNotFoundException } from "@aws-sdk/client-dynamodb";
import { beforeEach, describe, expect, test } from "vitest";
import { routes } from "../../domain/api.ts";
import type { HttpHandler } from "../../fakes/api-gateway/api-gateway.ts";
import { addReusableComment } from "../../lambdas/api/add-reusable-comment.ts";
import { awaitLanguage } from "../../lambdas/api/await-language.ts";
import { cancelPlan } from "../../lambdas/api/cancel-plan.ts";
import { changeShare } from "../../lambdas/api/change-share.ts";
import { checkUserProvider } from "../../lambdas/api/check-user-provider.ts";
import { chooseFreePlan } from "../../lambdas/api/choose-free-plan.ts";
import { completeScenario } from "../../lambdas/api/complete-scenario.ts";
import { confirmEmail } from "../../lambdas/api/confirm-email.ts";
import { createCheckoutSession } from "../../lambdas/api/create-checkout-session.ts";
import { createShare } from "../../lambdas/api/create-share.ts";
import { openCustomerPortal } from "../../lambdas/api/customer-portal.ts";
import { deleteExamAttempt } from "../../lambdas/api/delete-exam-attempt.ts";
import { deleteExamMarking } from "../../lambdas/api/delete-exam-marking.ts";
import { deleteGuestWriting } from "../../lambdas/api/delete-guest-writing.ts";
import { deleteShareComment } from "../../lambdas/api/delete-share-comment.ts";
import { deleteUser } from "../../lambdas/api/delete-user.ts";
import { endSessions } from "../../lambdas/api/end-sessions.ts";
import { exportAccount } from "../../lambdas/api/export-account.ts";
import { getAccount } from "../../lambdas/api/get-account.ts";
import { getHome } from "../../lambdas/api/get-home.ts";
import { getInbox } from "../../lambdas/api/get-inbox.ts";
import { getShare } from "../../lambdas/api/get-share.ts";
import { grantContent } from "../../lambdas/api/grant-content.ts";
import { keepShare } from "../../lambdas/api/keep-share.ts";
import { leaveTeacher } from "../../lambdas/api/leave-teacher.ts";
import { listCompletedScenarios } from "../../lambdas/api/list-completed-scenarios.ts";
import { listExamAttempts } from "../../lambdas/api/list-exam-attempts.ts";
import { listExamMarkings } from "../../lambdas/api/list-exam-markings.ts";
import { listProgress } from "../../lambdas/api/list-progress.ts";
import { listShares } from "../../lambdas/api/list-shares.ts";
import { listStudyChanges } from "../../lambdas/api/list-study-changes.ts";
import { markExamAttempt } from "../../lambdas/api/mark-exam-attempt.ts";
import { markSharedExam } from "../../lambdas/api/mark-shared-exam.ts";
import { openInboxShare } from "../../lambdas/api/open-inbox-share.ts";
import { openShare } from "../../lambdas/api/open-share.ts";
import { refreshSubscription } from "../../lambdas/api/refresh-subscription.ts";
import { removeInboxShare } from "../../lambdas/api/remove-inbox-share.ts";
import { removeLearner } from "../../lambdas/api/remove-learner.ts";
import { reportShare } from "../../lambdas/api/report-share.ts";
import { requestUploads } from "../../lambdas/api/request-uploads.ts";
import { resumePlan } from "../../lambdas/api/resume-plan.ts";
import { revokeShare } from "../../lambdas/api/revoke-share.ts";
import { saveExamAttempt } from "../../lambdas/api/save-exam-attempt.ts";
import { saveGuestComment } from "../../lambdas/api/save-guest-comment.ts";
import { saveProgress } from "../../lambdas/api/save-progress.ts";
import { saveStudyChanges } from "../../lambdas/api/save-study-changes.ts";
import { sendSupportEmail } from "../../lambdas/api/send-support-email.ts";
import { setFeedbackEmail } from "../../lambdas/api/set-feedback-email.ts";
import { updateProfile } from "../../lambdas/api/update-profile.ts";
import { onHttp, onLearnerHttp } from "../../lambdas/http.ts";
import { systemClock } from "../../lambdas/runtime/clock.ts";
import { captureLog, logLines, logText } from "./support/capture-log.ts";
import { aDirectoryUser, noClosedAccounts } from "./support/directory-user.ts";
import { context, eventFor, requestId } from "./support/event.ts";
import { goodRequests } from "./support/good-requests.ts";

beforeEach(captureLog);

const failure = () => new ResourceNotFoundException({ message: "There is no such table", $metadata: {} });
const fail = () => Promise.reject(failure());
const clock = () => systemClock;
const table = () => ({
  get: fail,
  list: fail,
  page: fail,
  put: fail,
  save: fail,
  append: fail,
  update: fail,
  replace: fail,
  createIfMissing: fail,
  awaitLanguage: fail,
  findByCustomer: fail,
  remove: fail,
  removeAll: fail,
  holds: fail,
  listOf: fail,
  stateOf: fail,
  begin: fail,
  finish: fail,
  store: fail,
});
const bus = () => ({ publish: fail });
const appOrigins = () => ["http://localhost:5173"];
const payments = () => ({
  createCustomer: fail,
  customersOfLearner: fail,
  hasCustomer: fail,
  billingOf: fail,
  monthsOf: fail,
  refundLate: fail,
  openCheckout: fail,
  changePlan: fail,
  setEnding: fail,
  resumeChanged: fail,
  cancelAndRefund: fail,
  voidInvoices: fail,
  withholdCredit: fail,
  startNow: fail,
  refund: fail,
  closePages: fail,
  closeCustomer: fail,
  openPortal: fail,
  notePaid: fail,
  readEvent: fail,
});
const plans = { clock, bus, payments, subscriptions: table };
const users = () => ({ get: fail, accountsOf: fail, assignOwner: fail, passwordOwner: fail, remove: fail });
const sessionCheck = () => ({ holds: fail });
const callCounts = () => ({ admit: fail });
const pause = () => async () => undefined;
const exams = () => ({
  get: fail,
  list: fail,
  listAll: fail,
  page: fail,
  save: fail,
  replace: fail,
  summarise: fail,
  removeMarking: fail,
  remove: fail,
  removeOf: fail,
});
const contentSigner = () => ({ grant: fail });
const operatorMail = { mailer: () => ({ send: fail }), supportEmail: () => "support@secret.example" };
const sharing = {
  ...{ bus, callCounts, clock, contentSigner, profiles: table, subscriptions: table },
  ...{ closedAccounts: table, examAttempts: exams, examMarkings: exams },
  feedbackNotices: () => ({ get: fail, setWanted: fail, awaitMail: fail, finishMail: fail }),
  inboxes: () => ({
    ...{ listShares: fail, getShare: fail, addShare: fail, replaceLink: fail, noteState: fail, removeShare: fail },
    ...{
      listLearners: fail,
      putLearner: fail,
      removeLearner: fail,
      savedComments: fail,
      changeComments: fail,
      removeAll: fail,
    },
  }),
  sharedAudio: () => ({ signForm: fail, signAddress: fail, remove: fail, removeOf: fail }),
  shareComments: () => ({ list: fail, get: fail, save: fail, recordVoice: fail, remove: fail, removeOf: fail }),
  shareGuests: () => ({
    ...{ admit: fail, rename: fail, noteMarking: fail, reserveComment: fail, releaseComment: fail },
    remove: fail,
  }),
  shareReports: () => ({ add: fail, noteSent: fail }),
  shareLedger: () => ({ enter: fail, strike: fail }),
  shareLinks: () => ({ find: fail, findOwner: fail, put: fail, putOwner: fail, remove: fail, removeOf: fail }),
  shares: () => ({
    ...{ get: fail, list: fail, create: fail, changeState: fail, replaceLink: fail, addTeacher: fail },
    ...{ removeTeacher: fail, recordUpload: fail, finishExpiry: fail, remove: fail, removeAll: fail },
  }),
  shareTeachers: () => ({ list: fail, get: fail, put: fail, remove: fail }),
};

const rows = {
  ...sharing,
  profiles: table,
  subscriptions: table,
  progress: table,
  completedScenarios: table,
  connections: table,
  exportFiles: table,
  examAttempts: table,
  examMarkings: exams,
  studyChanges: table,
};
const empty = () => ({ get: async () => null, createIfMissing: fail });
const account = {
  ...{ bus, clock, users, closedAccounts: table, profiles: table, subscriptions: table },
  studyBatches: () => ({ latest: fail }),
};

const handlers: Record<keyof typeof goodRequests, HttpHandler> = {
  "check-user-provider": onHttp(routes, "check-user-provider", checkUserProvider, { callCounts, clock, pause, users }),
  "confirm-email": onHttp(routes, "confirm-email", confirmEmail, {
    callCounts,
    users,
    signUpConfirmation: () => ({ confirm: fail }),
  }),
  "get-account": onHttp(routes, "get-account", getAccount, account),
  "get-home": onLearnerHttp(routes, "get-home", getHome, {
    ...{ ...account, contentSigner, completedScenarios: table, progress: table },
    ...{ examAttempts: exams, examMarkings: exams },
  }),
  "update-profile": onLearnerHttp(routes, "update-profile", updateProfile, { bus, profiles: table }),
  "await-language": onLearnerHttp(routes, "await-language", awaitLanguage, { bus, profiles: table }),
  "choose-free-plan": onLearnerHttp(routes, "choose-free-plan", chooseFreePlan, { bus, clock, subscriptions: table }),
  "cancel-plan": onLearnerHttp(routes, "cancel-plan", cancelPlan, { ...plans }),
  "resume-plan": onLearnerHttp(routes, "resume-plan", resumePlan, { ...plans }),
  "refresh-subscription": onLearnerHttp(routes, "refresh-subscription", refreshSubscription, { ...plans }),
  "create-checkout-session": onLearnerHttp(routes, "create-checkout-session", createCheckoutSession, {
    ...plans,
    appOrigins,
    callCounts,
    closedAccounts: table,
    profiles: table,
    users,
  }),
  "customer-portal": onLearnerHttp(routes, "customer-portal", openCustomerPortal, {
    callCounts,
    ...plans,
    appOrigins,
  }),
  "grant-content": onLearnerHttp(routes, "grant-content", grantContent, {
    clock,
    profiles: table,
    subscriptions: table,
    contentSigner,
  }),
  "save-progress": onLearnerHttp(routes, "save-progress", saveProgress, { callCounts, clock, progress: table }),
  "list-progress": onLearnerHttp(routes, "list-progress", listProgress, { progress: table }),
  "list-completed-scenarios": onLearnerHttp(routes, "list-completed-scenarios", listCompletedScenarios, {
    completedScenarios: table,
  }),
  "complete-scenario": onLearnerHttp(routes, "complete-scenario", completeScenario, {
    callCounts,
    clock,
    completedScenarios: table,
  }),
  "list-exam-attempts": onLearnerHttp(routes, "list-exam-attempts", listExamAttempts, { examAttempts: exams }),
  "save-exam-attempt": onLearnerHttp(routes, "save-exam-attempt", saveExamAttempt, {
    ...{ bus, callCounts, clock },
    ...{ examAttempts: exams, examMarkings: exams },
  }),
  "delete-exam-attempt": onLearnerHttp(routes, "delete-exam-attempt", deleteExamAttempt, {
    ...{ bus, callCounts, clock, examAttempts: exams, examMarkings: exams },
  }),
  "list-exam-markings": onLearnerHttp(routes, "list-exam-markings", listExamMarkings, {
    examAttempts: exams,
    examMarkings: exams,
  }),
  "mark-exam-attempt": onLearnerHttp(routes, "mark-exam-attempt", markExamAttempt, {
    ...{ bus, callCounts, clock, examAttempts: exams, examMarkings: exams },
  }),
  "delete-exam-marking": onLearnerHttp(routes, "delete-exam-marking", deleteExamMarking, {
    ...{ bus, callCounts, examAttempts: exams, examMarkings: exams },
  }),
  "list-study-changes": onLearnerHttp(routes, "list-study-changes", listStudyChanges, { studyChanges: table }),
  "save-study-changes": onLearnerHttp(routes, "save-study-changes", saveStudyChanges, {
    ...{ bus, callCounts, clock, studyChanges: table },
  }),
  "change-share": onLearnerHttp(routes, "change-share", changeShare, sharing),
  "create-share": onLearnerHttp(routes, "create-share", createShare, sharing),
  "delete-share-comment": onLearnerHttp(routes, "delete-share-comment", deleteShareComment, sharing),
  "get-inbox": onLearnerHttp(routes, "get-inbox", getInbox, sharing),
  "get-share": onLearnerHttp(routes, "get-share", getShare, sharing),
  "keep-share": onLearnerHttp(routes, "keep-share", keepShare, sharing),
  "leave-teacher": onLearnerHttp(routes, "leave-teacher", leaveTeacher, sharing),
  "list-shares": onLearnerHttp(routes, "list-shares", listShares, sharing),
  "open-inbox-share": onLearnerHttp(routes, "open-inbox-share", openInboxShare, sharing),
  "remove-inbox-share": onLearnerHttp(routes, "remove-inbox-share", removeInboxShare, sharing),
  "remove-learner": onLearnerHttp(routes, "remove-learner", removeLearner, sharing),
  "request-uploads": onLearnerHttp(routes, "request-uploads", requestUploads, sharing),
  "revoke-share": onLearnerHttp(routes, "revoke-share", revokeShare, sharing),
  "set-feedback-email": onLearnerHttp(routes, "set-feedback-email", setFeedbackEmail, sharing),
  "delete-guest-writing": onHttp(routes, "delete-guest-writing", deleteGuestWriting, sharing),
  "mark-shared-exam": onHttp(routes, "mark-shared-exam", markSharedExam, sharing),
  "open-share": onHttp(routes, "open-share", openShare, sharing),
  "report-share": onHttp(routes, "report-share", reportShare, { ...sharing, ...operatorMail }),
  "save-guest-comment": onHttp(routes, "save-guest-comment", saveGuestComment, sharing),
  "add-reusable-comment": onHttp(routes, "add-reusable-comment", addReusableComment, sharing),
  "export-account": onLearnerHttp(routes, "export-account", exportAccount, {
    users,
    sessionCheck,
    ...rows,
  }),
  "end-sessions": onLearnerHttp(routes, "end-sessions", endSessions, {
    ...{ sessionCheck, connections: table },
    users: () => ({ signOutEverywhere: fail }),
    connectionGateway: () => ({ end: fail }),
  }),
  "delete-user": onHttp(routes, "delete-user", deleteUser, {
    ...{ ...rows, callCounts: table, closedAccounts: table, payments, sessionCheck, users },
    connectionGateway: () => ({ end: fail }),
  }),
  "send-support-email": onLearnerHttp(routes, "send-support-email", sendSupportEmail, {
    ...{ profiles: table, callCounts, ...operatorMail },
  }),
};

const email = "asha@secret.example";
const token = "eyJhbGciOiJSUzI1NiJ9.secret.signature";

function eventOf(name: keyof typeof goodRequests) {
  const { params, body } = goodRequests[name];
  const claims = { sub: "user-1", username: "asha", email, token_use: "access" };
  const event = eventFor(name, {
    claims,
    ...(params ? { pathParameters: { ...params } } : {}),
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { ...event, headers: { ...event.headers, authorization: `Bearer ${token}`, cookie: "secret=1" } };
}

function expectFailed(answer: unknown, route: string, error: string): void {
  expect(answer).toMatchObject({ statusCode: 500, headers: { "content-type": "application/json" } });
  expect(JSON.parse(Object(answer).body)).toEqual({
    code: "internal_error",
    message: `Something went wrong. Reference: ${requestId}`,
  });
  expect(logLines()).toMatchObject([
    { level: "ERROR", message: "failed", route, requestId, error },
    { level: "INFO", message: "answered", route, requestId, status: 500 },
  ]);
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

describe.each(Object.entries(handlers))("%s with failing services", (route, handler) => {
  const name = route as keyof typeof goodRequests;

  test("returns 500 with a reference to the log line that has the reason", async () => {
    expectFailed(await handler(eventOf(name), context), name, "ResourceNotFoundException");
    expect(logLines()[0]).toMatchObject({
      reason: "There is no such table",
      stack: expect.stringContaining(" at "),
    });
  });

  test("logs no username field, token, email, cookie or body text of more than three characters", async () => {
    const event = eventOf(name);
    await handler(event, context);
    // Texts of up to three characters may also occur elsewhere in a log line, such as in a stack trace.
    const body = textsIn(JSON.parse(event.body ?? "null")).filter((text) => text.length > 3);
    expect(logLines()).not.toEqual([]);
    for (const line of logLines()) expect(Object(line)).not.toHaveProperty("username");
    for (const secret of [token, email, "secret", "cookie", "authorization", ...body]) {
      expect(logText()).not.toContain(secret);
    }
  });
});

test("get-account returns 500 if a missing profile cannot be created", async () => {
  const directory = () => ({ get: async () => aDirectoryUser({ email }) });
  const handler = onHttp(routes, "get-account", getAccount, {
    bus,
    clock,
    profiles: empty,
    studyBatches: () => ({ latest: async () => 0 }),
    subscriptions: empty,
    users: directory,
    closedAccounts: () => noClosedAccounts,
  });
  expectFailed(await handler(eventOf("get-account"), context), "get-account", "ResourceNotFoundException");
});

test("grant-content returns 500 if the content signer fails", async () => {
  const handler = onLearnerHttp(routes, "grant-content", grantContent, {
    clock,
    profiles: empty,
    subscriptions: empty,
    contentSigner,
  });
  expectFailed(await handler(eventOf("grant-content"), context), "grant-content", "ResourceNotFoundException");
});

test("a handler returns 500 if one of its services cannot be created", async () => {
  const provider = () => {
    throw new Error("The environment variable PROFILES_TABLE is not set");
  };
  const handler = onLearnerHttp(routes, "update-profile", updateProfile, { bus, profiles: provider });
  expectFailed(await handler(eventOf("update-profile"), context), "update-profile", "Error");
});

test.each<[string, unknown, string]>([
  ["a text", "out of order", "out of order"],
  ["undefined", undefined, "undefined"],
  ["an error with its own status", Object.assign(new Error("Mine"), { statusCode: 418, code: "teapot" }), "Error"],
])("a handler that throws %s returns 500", async (_, thrown, error) => {
  const handler = onHttp(routes, "get-account", () => Promise.reject(thrown), {});
  expectFailed(await handler(eventOf("get-account"), context), "get-account", error);
});
