import { randomUUID } from "node:crypto";
import type { RouteName } from "../../../domain/api.ts";
import { topicOf } from "../../../domain/content/scenario.ts";
import { aComment, aShare } from "./share-builders.ts";

export type GoodRequest = { params?: Readonly<Record<string, string>>; body?: Readonly<Record<string, unknown>> };

const attemptId = "0f8e2c9a-3d44-4b57-8a8e-2d0c5b6f9a10";

const shareId = "8c5d3b0e-9a1f-4c62-b7d4-1e2f3a4b5c6d";
const token = "AAECAwQFBgcICQoLDA0ODw";
const guest = { guest_id: shareId, secret: token };

const returnUrl = "http://localhost:5173/pricing";

export const goodRequests: Readonly<Record<Exclude<RouteName, "no-such-route" | "stripe-webhook">, GoodRequest>> = {
  "check-user-provider": { body: { email_to_check: "nobody@example.com" } },
  "confirm-email": {
    body: { email: "nobody@example.com", code: "123456", password: "correct horse", full_name: "Asha Rai" },
  },
  "get-account": {},
  "get-home": {},
  "update-profile": { body: { full_name: "Changed", language_preference: "nepali" } },
  "await-language": { params: { language: "bulgarian" }, body: { awaited: true } },
  "choose-free-plan": {},
  "cancel-plan": {},
  "resume-plan": {},
  "refresh-subscription": {},
  "create-checkout-session": { body: { planType: "pro", billing: "monthly", returnUrl } },
  "customer-portal": { body: { returnUrl } },
  "grant-content": {},
  "save-progress": {
    params: { scenarioId: "emp-1", segmentId: "segment-1" },
    body: {
      ...{ attempts: 7, completed: true, last_attempt_at: "2026-11-21T12:00:00.000Z" },
      ...{ language: "mandarin", segment_count: 10 },
    },
  },
  "list-progress": {},
  "list-completed-scenarios": {},
  "complete-scenario": { params: { scenarioId: "emp-1" }, body: { language: "mandarin" } },
  "list-exam-attempts": {},
  "save-exam-attempt": {
    params: { attemptId },
    body: {
      ...{ exam: "naati-ccl", seed: 7, outcome: "finished", revision: 3 },
      ...{ started_at: "2026-11-21T12:00:00.000Z", ended_at: "2026-11-21T12:20:00.000Z" },
      dialogues: ["emp-1", "health-2"].map((scenario_id) => ({
        ...{ language: "nepali", scenario_id, topic_id: topicOf(scenario_id), title: "At the counter", words: 300 },
        segments: [{ heard_at: "2026-11-21T12:01:00.000Z", repeats: 1, take_seconds: 9.5, interrupted: false }, null],
      })),
      interruptions: [{ at: "2026-11-21T12:02:00.000Z", dialogue: 0, segment: 1, kind: "left" }],
    },
  },
  "list-exam-markings": { params: { attemptId } },
  "mark-exam-attempt": {
    params: { attemptId, markingId: "5a0c1f5e-6b0e-4c51-9e0a-5f1f6f0d7c11" },
    body: {
      created_at: "2026-11-21T13:00:00.000Z",
      changes: [{ type: "segment", dialogue: 0, segment: 0, changed_at: "2026-11-21T13:00:00.000Z", marked: true }],
    },
  },
  "delete-exam-marking": { params: { attemptId, markingId: "5a0c1f5e-6b0e-4c51-9e0a-5f1f6f0d7c11" } },
  "delete-exam-attempt": { params: { attemptId } },
  "list-study-changes": {},
  "save-study-changes": {
    params: { batchId: "7d1e5b1c-2c0f-4a53-9b0e-6a4b8f3e2d19" },
    body: {
      changes: [
        {
          ...{ type: "review", id: "c0a80101-7e57-4c0d-8a8e-2d0c5b6f9a10", changed_at: "2026-11-21T12:00:00.000Z" },
          review: {
            item: { kind: "segment", language: "nepali", scenario_id: "emp-1", segment_id: "segment-1" },
            ...{ day: 20_778, rating: "hard", missed: [{ sign: "0badcafe", kind: "number" }], source: "practice" },
          },
        },
      ],
      sender: "0f8e2c9a-3d44-4b57-8a8e-2d0c5b6f9a10",
    },
  },
  // A share's id and token belong to the learner who sends them first.
  get "create-share"() {
    return { params: { shareId: randomUUID() }, body: aShare() };
  },
  "list-shares": {},
  "get-share": { params: { shareId } },
  "request-uploads": { params: { shareId }, body: { places: [{ dialogue: 0, segment: 0 }] } },
  "change-share": { params: { shareId }, body: { is_blocked: true } },
  "revoke-share": { params: { shareId } },
  "delete-share-comment": { params: { shareId, commentId: "b1e4a7c2-6d3f-4e58-9a0b-7c8d9e0f1a2b" } },
  "set-feedback-email": { body: { wanted: false } },
  "leave-teacher": { params: { teacherId: "d4c3b2a1-0f9e-4d8c-8b7a-6f5e4d3c2b1a" } },
  "open-share": { body: { token, guest } },
  "save-guest-comment": { body: { token, guest, name: "Bina", comment: aComment() } },
  "delete-guest-writing": { body: { token, guest, comment_id: shareId } },
  "mark-shared-exam": {
    body: {
      ...{ token, guest, name: "Bina", created_at: "2026-11-26T12:00:00.000Z" },
      changes: [{ type: "segment", dialogue: 0, segment: 0, changed_at: "2026-11-26T12:00:00.000Z", marked: true }],
    },
  },
  "report-share": { body: { token, guest, reason: "Somebody else is speaking." } },
  "add-reusable-comment": { body: { token, comment: "Slower.", replaced: "Faster." } },
  "get-inbox": {},
  "keep-share": { body: { token } },
  "open-inbox-share": { params: { shareId }, body: { token } },
  "remove-inbox-share": { params: { shareId } },
  "remove-learner": { params: { learnerId: "d4c3b2a1-0f9e-4d8c-8b7a-6f5e4d3c2b1a" } },
  "export-account": {},
  "end-sessions": {},
  "delete-user": {},
  "send-support-email": { body: { title: "No sound", feedback: "I hear nothing in the second segment." } },
};
