import { expect, test } from "vitest";
import { maxCharacters, maxWords } from "../content/authoring/script-length.ts";
import { exportLinkSeconds } from "../domain/accounts/account-export.ts";
import { maxFullNameLength } from "../domain/accounts/full-name.ts";
import { callLimits } from "../domain/call-limit.ts";
import { maxBodyBytes } from "../domain/http/route.ts";
import { maxGraceDays } from "../domain/plans/purchase.ts";
import { renewalGraceMs } from "../domain/plans/subscription.ts";
import { autoPlayDelayMs, finaliseDelayMs } from "../domain/practice/practice.ts";
import { heartbeatMs, reconnectDelaysMs, restAfterMs } from "../domain/realtime/channel-transition.ts";
import { maxFeedbackLength, maxTitleLength, supportMessagesPerHour } from "../domain/support/support-message.ts";
import { metadataTimeoutMs } from "../web/src/audio/player.ts";
import { stored } from "../web/src/browser/stored.ts";
import { renewalCheckMs } from "../web/src/features/accounts/token-renewal.ts";
import { audioCacheLimits } from "../web/src/features/content/internal/audio-cache-rules.ts";
import { recordingsCapBytes } from "../web/src/features/practice/recordings/practice-storage.ts";
import { maxQueuedSaves } from "../web/src/features/progress/progress-queue.ts";
import { sampleSeconds } from "../web/src/features/recording/microphone/microphone-check.ts";
import { maxRecordingSeconds } from "../web/src/features/recording/microphone/recorder.ts";
import { freshSegmentsMs, sessionLifetimeMs } from "../web/src/features/scenario/internal/scenario-session.ts";
import { responseTimeoutMs } from "../web/src/sender.ts";

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const megabyte = 1_048_576;

// A test that imports a limit does not notice a change of its value.
test.each([
  ["the delay from a restart to the original, in ms,", autoPlayDelayMs, 500],
  ["the time for finishing a recording, in ms,", finaliseDelayMs, 100],
  ["the timeout for an audio file's metadata, in ms,", metadataTimeoutMs, 5 * second],
  ["the lifetime of cached audio, in ms,", audioCacheLimits.lifetimeMs, day],
  ["the maximum size of all cached audio, in bytes,", audioCacheLimits.totalBytes, 50 * megabyte],
  ["the maximum size of a cached audio file, in bytes,", audioCacheLimits.fileBytes, 10 * megabyte],
  ["the share of cached audio that is evicted at once", audioCacheLimits.evictedShare, 0.3],
  ["the lifetime of cached values while online, in ms,", stored.cached.lasts, day],
  ["the lifetime of a dialogue's session, in ms,", sessionLifetimeMs, 7 * day],
  ["the time for which a session's segments are fresh, in ms,", freshSegmentsMs, hour],
  ["the interval between checks for a renewal of tokens, in ms,", renewalCheckMs, 30 * second],
  ["the shortest interval between heartbeats, in ms,", heartbeatMs, 30 * second],
  ["the time after which a hidden page closes its connection, in ms,", restAfterMs, 180 * second],
  ["the maximum size of a request body without a signature, in bytes,", maxBodyBytes, 65_536],
  ["the maximum length of a name, in characters,", maxFullNameLength, 100],
  ["the maximum length of a support message's title, in characters,", maxTitleLength, 200],
  ["the maximum length of a support message, in characters,", maxFeedbackLength, 5_000],
  ["the maximum number of support messages an hour", supportMessagesPerHour, 5],
  ["the lifetime of a link to an export, in s,", exportLinkSeconds, 300],
  ["the grace period at a renewal, in ms,", renewalGraceMs, hour],
  ["the maximum grace for renewals that are never paid, in days a year,", maxGraceDays, 14],
  ["the maximum length of a segment, in words,", maxWords, 35],
  ["the maximum length of a segment in Chinese or Japanese, in characters,", maxCharacters, 60],
  ["the maximum length of a recording, in s,", maxRecordingSeconds, 10 * 60],
  ["the maximum size of a learner's practice recordings, in bytes,", recordingsCapBytes, 200_000_000],
  ["the maximum length of the microphone check's sample, in s,", sampleSeconds, 4],
  ["the maximum number of segments whose progress waits to be saved", maxQueuedSaves, 1_000],
  ["the timeout for the response to a save, in ms,", responseTimeoutMs, 30 * second],
])("%s is %d", (_, limit, expected) => expect(limit).toBe(expected));

test("live updates reconnect after at least 1, 2, 5 and then 10 s", () => {
  expect(reconnectDelaysMs).toEqual([1_000, 2_000, 5_000, 10_000]);
});

test("callLimits has the expected number, period and scope of each limit", () => {
  expect(callLimits).toEqual({
    "account-check-network": { calls: 100, seconds: 300, by: "network" },
    "account-check-email": { calls: 10, seconds: 600, by: "email" },
    "email-confirmation-network": { calls: 100, seconds: 300, by: "network" },
    "account-export": { calls: 5, seconds: 3_600, by: "learner" },
    "support-message": { calls: 5, seconds: 3_600, by: "learner" },
    "plan-choice": { calls: 30, seconds: 600, by: "learner" },
    "customer-portal": { calls: 20, seconds: 600, by: "learner" },
    "new-progress-hour": { calls: 300, seconds: 3600, by: "learner" },
    "new-progress-month": { calls: 6000, seconds: 2_592_000, by: "learner" },
    "new-exam-hour": { calls: 20, seconds: 3600, by: "learner" },
    "new-exam-month": { calls: 300, seconds: 2_592_000, by: "learner" },
    "exam-facts": { calls: 240, seconds: 3600, by: "learner" },
    "exam-marking": { calls: 600, seconds: 600, by: "learner" },
    "study-batch-day": { calls: 300, seconds: 86_400, by: "learner" },
    "new-share-day": { calls: 40, seconds: 86_400, by: "learner" },
    "new-share-month": { calls: 200, seconds: 2_592_000, by: "learner" },
    "share-change": { calls: 300, seconds: 3_600, by: "learner" },
    "share-upload": { calls: 240, seconds: 3_600, by: "learner" },
    "shared-network": { calls: 1_500, seconds: 300, by: "network" },
    "shared-link": { calls: 600, seconds: 300, by: "link" },
    "unknown-link-network": { calls: 100, seconds: 300, by: "network" },
    "share-report-link": { calls: 20, seconds: 3_600, by: "link" },
    "channel-message": { calls: 30, seconds: 60, by: "connection" },
  });
});
