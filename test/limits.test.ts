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

// Other tests read these limits from the code, so this one states their values.
test.each([
  ["between a restart and the original, ms", autoPlayDelayMs, 500],
  ["for finishing a recording, ms", finaliseDelayMs, 100],
  ["for metadata of a sound to load, ms", metadataTimeoutMs, 5 * second],
  ["of a cached sound's life, ms", audioCacheLimits.lifetimeMs, day],
  ["of all cached sounds, bytes", audioCacheLimits.totalBytes, 50 * megabyte],
  ["of a cached sound, bytes", audioCacheLimits.fileBytes, 10 * megabyte],
  ["of cached sounds that go at once", audioCacheLimits.evictedShare, 0.3],
  ["of cached lists, ms", stored.cached.lasts, day],
  ["of a scenario's session, ms", sessionLifetimeMs, 7 * day],
  ["for which a session's segments are fresh, ms", freshSegmentsMs, hour],
  ["between ticks of sign-in, ms", renewalCheckMs, 30 * second],
  ["between heartbeats, ms", heartbeatMs, 30 * second],
  ["before a hidden page gives its connection back, ms", restAfterMs, 180 * second],
  ["of a body, bytes", maxBodyBytes, 65_536],
  ["of a name, characters", maxFullNameLength, 100],
  ["of a message's title, characters", maxTitleLength, 200],
  ["of a message, characters", maxFeedbackLength, 5_000],
  ["of messages an hour", supportMessagesPerHour, 5],
  ["of a link to a learner's data, s", exportLinkSeconds, 300],
  ["of grace at a renewal, ms", renewalGraceMs, hour],
  ["of grace for renewals that are never paid, days a year", maxGraceDays, 14],
  ["of a script's segment, words", maxWords, 35],
  ["of a script's segment without spaces, characters", maxCharacters, 60],
  ["of a take, s", maxRecordingSeconds, 10 * 60],
  ["of all takes, bytes", recordingsCapBytes, 200_000_000],
  ["of the microphone check, s", sampleSeconds, 4],
  ["of segments whose progress waits", maxQueuedSaves, 1_000],
  ["for the answer to a save, ms", responseTimeoutMs, 30 * second],
])("the limit %s: %d", (_, limit, expected) => expect(limit).toBe(expected));

test("reconnects after 1, 2, 5 and then 10 s", () => {
  expect(reconnectDelaysMs).toEqual([1_000, 2_000, 5_000, 10_000]);
});

test("allows calls as often as the product's limits say", () => {
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
    "channel-message": { calls: 30, seconds: 60, by: "connection" },
  });
});
