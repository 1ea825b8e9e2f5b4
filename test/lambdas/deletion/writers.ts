import { createHash, randomUUID } from "node:crypto";
import { channelProtocol } from "../../../domain/realtime/channel.ts";
import { awaitLanguage } from "../../../lambdas/api/await-language.ts";
import { changeShare } from "../../../lambdas/api/change-share.ts";
import { chooseFreePlan } from "../../../lambdas/api/choose-free-plan.ts";
import { completeScenario } from "../../../lambdas/api/complete-scenario.ts";
import { createCheckoutSession } from "../../../lambdas/api/create-checkout-session.ts";
import { createShare } from "../../../lambdas/api/create-share.ts";
import { openCustomerPortal } from "../../../lambdas/api/customer-portal.ts";
import { deleteExamAttempt } from "../../../lambdas/api/delete-exam-attempt.ts";
import { deleteExamMarking } from "../../../lambdas/api/delete-exam-marking.ts";
import { exportAccount } from "../../../lambdas/api/export-account.ts";
import { getAccount } from "../../../lambdas/api/get-account.ts";
import { markExamAttempt } from "../../../lambdas/api/mark-exam-attempt.ts";
import { saveExamAttempt } from "../../../lambdas/api/save-exam-attempt.ts";
import { saveGuestComment } from "../../../lambdas/api/save-guest-comment.ts";
import { saveProgress } from "../../../lambdas/api/save-progress.ts";
import { saveStudyChanges } from "../../../lambdas/api/save-study-changes.ts";
import { sendSupportEmail } from "../../../lambdas/api/send-support-email.ts";
import { setFeedbackEmail } from "../../../lambdas/api/set-feedback-email.ts";
import { updateProfile } from "../../../lambdas/api/update-profile.ts";
import { onConfirmed } from "../../../lambdas/identity/post-confirmation.ts";
import { connect } from "../../../lambdas/realtime/connect.ts";
import { anExamAttempt, instantAt } from "../support/exam-builders.ts";
import { aRow } from "../support/plan-world.ts";
import { aComment, aShare, aToken } from "../support/share-builders.ts";
import { aRetentionChange } from "../support/study-builders.ts";
import type { Services, TestAccount } from "./deletion-world.ts";

const origin = "https://app.example";
const request = {
  ...{ method: "GET", path: "/", rawBody: "", sourceAddress: "192.0.2.7" },
  header: () => "Bearer a.b.c",
};
const attemptId = "0f8e2c9a-3d44-4b57-8a8e-2d0c5b6f9a10";

/** A call that stores data of a learner, without the account check of its wrapper. */
export type Writer = {
  before?: (services: Services, account: TestAccount) => Promise<unknown>;
  call: (services: Services, account: TestAccount) => Promise<unknown>;
  /** No wrapper checks the account before this call. */
  admitsItself?: true;
};

export const aProfile = (id: string) => ({
  ...{ id, full_name: "Asha", email: "asha@example.com", language_preference: null },
});
const saveExamAttemptOf = (services: Services, { caller }: TestAccount) =>
  services.examAttempts.save({ userId: caller.userId, attemptId }, anExamAttempt());

/** Two learners cannot use the same share id or token, so the id and the token are derived from the learner's id. */
const shareOf = (userId: string) => ({
  params: { shareId: userId.replace(/^./, (digit) => (digit === "0" ? "1" : "0")) },
  body: aShare({ token: createHash("sha256").update(userId).digest("base64url").slice(0, 21).concat("A") }),
});
const createShareOf = (services: Services, { caller }: TestAccount) =>
  createShare({ caller, ...shareOf(caller.userId) }, services);

export const writers: Readonly<Record<string, Writer>> = {
  "save-progress": {
    call: (services, { caller }) =>
      saveProgress(
        {
          caller,
          params: { scenarioId: "emp-1", segmentId: `segment-${1 + Math.floor(Math.random() * 40)}` },
          body: { attempts: 1, completed: true, last_attempt_at: instantAt(0), language: "nepali", segment_count: 40 },
        },
        services,
      ),
  },
  "complete-scenario": {
    call: (services, { caller }) =>
      completeScenario({ caller, params: { scenarioId: "emp-1" }, body: { language: "nepali" } }, services),
  },
  "save-exam-attempt": {
    call: (services, { caller }) =>
      saveExamAttempt({ caller, params: { attemptId: randomUUID() }, body: anExamAttempt() }, services),
  },
  "mark-exam-attempt": {
    before: saveExamAttemptOf,
    call: (services, { caller }) =>
      markExamAttempt(
        {
          caller,
          params: { attemptId, markingId: randomUUID() },
          body: {
            created_at: instantAt(0),
            changes: [{ type: "segment", dialogue: 0, segment: 0, changed_at: instantAt(0), marked: true }],
          },
        },
        services,
      ),
  },
  "delete-exam-attempt": {
    call: (services, { caller }) => deleteExamAttempt({ caller, params: { attemptId: randomUUID() } }, services),
  },
  "delete-exam-marking": {
    before: saveExamAttemptOf,
    call: (services, { caller }) =>
      deleteExamMarking({ caller, params: { attemptId, markingId: randomUUID() } }, services),
  },
  "save-study-changes": {
    call: (services, { caller }) =>
      saveStudyChanges(
        { caller, params: { batchId: randomUUID() }, body: { changes: [aRetentionChange()] } },
        services,
      ),
  },
  "create-share": {
    call: (services, { caller }) =>
      createShare({ caller, params: { shareId: randomUUID() }, body: aShare() }, services),
  },
  "change-share": {
    before: createShareOf,
    call: (services, { caller }) =>
      changeShare({ caller, params: shareOf(caller.userId).params, body: { token: aToken() } }, services),
  },
  "set-feedback-email": {
    call: (services, { caller }) => setFeedbackEmail({ caller, body: { wanted: false } }, services),
  },
  "save-guest-comment": {
    admitsItself: true,
    before: createShareOf,
    call: (services, { caller }) => {
      const { token } = shareOf(caller.userId).body;
      const guest = { guest_id: randomUUID(), secret: aToken() };
      return saveGuestComment({ body: { token, guest, name: "Bina", comment: aComment() }, request }, services);
    },
  },
  "choose-free-plan": { call: (services, { caller }) => chooseFreePlan({ caller }, services) },
  "create-checkout-session": {
    call: (services, { caller }) =>
      createCheckoutSession(
        { caller, body: { planType: "pro", billing: "monthly", returnUrl: `${origin}/pricing` } },
        { ...services, appOrigins: [origin] },
      ),
  },
  "customer-portal": {
    before: (services, { caller }) => services.subscriptions.replace(null, aRow({ user_id: caller.userId })),
    call: (services, { caller }) =>
      openCustomerPortal({ caller, body: { returnUrl: origin } }, { ...services, appOrigins: [origin] }),
  },
  "export-account": {
    call: (services, { caller }) =>
      exportAccount(
        { caller, request },
        { ...services, exportFiles: { store: async () => "https://files.example/1" } },
      ),
  },
  "send-support-email": {
    before: (services, account) => services.profiles.createIfMissing(aProfile(account.caller.userId)),
    call: (services, { caller }) =>
      sendSupportEmail(
        { caller, body: { title: "No sound", feedback: "I hear nothing." } },
        { ...services, mailer: { send: async () => undefined }, supportEmail: "support@example.com" },
      ),
  },
  "update-profile": {
    before: (services, account) => services.profiles.createIfMissing(aProfile(account.caller.userId)),
    call: (services, { caller }) => updateProfile({ caller, body: { language_preference: "nepali" } }, services),
  },
  "await-language": {
    before: (services, account) => services.profiles.createIfMissing(aProfile(account.caller.userId)),
    call: (services, { caller }) =>
      awaitLanguage({ caller, params: { language: "bulgarian" }, body: { awaited: true } }, services),
  },
  "get-account": { admitsItself: true, call: (services, { caller }) => getAccount({ caller }, services) },
  "post-confirmation": {
    admitsItself: true,
    call: (services, { caller }) =>
      onConfirmed(
        {
          triggerSource: "PostConfirmation_ConfirmSignUp",
          userPoolId: "pool",
          userName: caller.username,
          request: { userAttributes: { sub: caller.userId, email: "asha@example.com", name: "Asha" } },
        },
        {
          ...services,
          directoryOf: () => ({ signOutEverywhere: async () => undefined, notePasswordOwner: async () => undefined }),
        },
      ),
  },
  "realtime-connect": {
    admitsItself: true,
    call: (services, { caller }) =>
      connect(
        {
          headers: { "Sec-WebSocket-Protocol": `${channelProtocol}, a.b.c` },
          requestContext: { connectionId: randomUUID() },
        },
        { ...services, tokenCheck: { check: async () => ({ userId: caller.userId, validForSeconds: 3600 }) } },
      ),
  },
};

export async function sendCall(
  { call, admitsItself }: Writer,
  services: Services,
  account: TestAccount,
): Promise<unknown> {
  if (!admitsItself) await services.whileOpen(account.caller.userId);
  return call(services, account);
}
