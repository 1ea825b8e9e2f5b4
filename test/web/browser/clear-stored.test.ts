import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { clearStored } from "../../../web/src/browser/clear-stored.ts";
import type { ClearingEvent } from "../../../web/src/browser/stored-entry.ts";
import { memoryStorage } from "./memory-storage.ts";

const local = {
  "CognitoIdentityServiceProvider.client.LastAuthUser": "asha",
  cache_asha_topics_nepali: "a list",
  cache_asha_selected_topics: "the chosen topics",
  scenario_session_asha_nepali_health_1: "a dialogue under way",
  "userProgress_asha_nepali_health-1_segment-1_1": "progress that was not sent",
  language_selected: "true",
  deleting_account: "asha",
  recording_old: "of whoever",
  "attempts_health-1": "of whoever",
  force_password_reset: "when it ends",
  playback_speed_asha: "0.9",
  exam_terms_explained_asha: '["omission"]',
  parlance_text_size: "3",
  parlance_microphone: "a headset",
  parlance_microphone_checked: "true",
  parlance_mock_listening: "speakers",
  parlance_shortcuts: "off",
  parlance_keep_transcripts: "true",
  parlance_recordings_on_leaving: "keep",
};
const ofOthers = {
  cache_bina_topics_nepali: "a list",
  scenario_session_bina_nepali_health_1: "a dialogue under way",
  "userProgress_bina_nepali_health-1_segment-1_1": "progress that was not sent",
  "userProgress_asha-2_nepali_health-1_segment-1_1": "progress of a learner with a longer id",
  playback_speed_bina: "1.1",
  exam_terms_explained_bina: '["omission"]',
  "not-ours": "of another program at this address",
  attempts: "a key that only starts alike",
};
const session = {
  support_draft_asha: "a message that is being typed",
  language_selected: "true",
  force_password_reset: "when it ends",
  code_request: "an e-mail",
  google_sign_in: "what for",
  loaded_anew_at: "1",
  "react-router-scroll-positions": "{}",
};
const inSession = { ofOthers: { support_draft_bina: "a message that is being typed" } };

let entries: { local: Map<string, string>; session: Map<string, string> };

beforeEach(() => {
  entries = {
    local: new Map(Object.entries({ ...local, ...ofOthers })),
    session: new Map(Object.entries({ ...session, ...inSession.ofOthers })),
  };
  vi.stubGlobal("localStorage", memoryStorage(entries.local));
  vi.stubGlobal("sessionStorage", memoryStorage(entries.session));
});
afterEach(() => void vi.unstubAllGlobals());

const atLogOut = [
  "attempts_health-1",
  "cache_asha_selected_topics",
  "cache_asha_topics_nepali",
  "deleting_account",
  "language_selected",
  "recording_old",
  "scenario_session_asha_nepali_health_1",
  "userProgress_asha_nepali_health-1_segment-1_1",
];

/** Sources: decisions 0044 and 0083, and the product's specification. */
const removed: Record<ClearingEvent, { local: readonly string[]; session: readonly string[] }> = {
  "session end": {
    local: [
      "cache_asha_selected_topics",
      "cache_asha_topics_nepali",
      "language_selected",
      "scenario_session_asha_nepali_health_1",
    ],
    session: ["language_selected"],
  },
  "log-out": {
    local: atLogOut,
    session: ["language_selected", "support_draft_asha"],
  },
  deletion: {
    local: [...atLogOut, "exam_terms_explained_asha", "playback_speed_asha"].sort(),
    session: ["language_selected", "support_draft_asha"],
  },
};

const gone = (before: object, after: ReadonlyMap<string, string>) =>
  Object.keys(before)
    .filter((key) => !after.has(key))
    .sort();

describe("clearStored", () => {
  it.each(["session end", "log-out", "deletion"] as const)(
    "removes exactly the expected items for the event “%s”",
    (ending) => {
      clearStored(ending, "asha");
      expect(gone({ ...local, ...ofOthers }, entries.local)).toEqual(removed[ending].local);
      expect(gone({ ...session, ...inSession.ofOthers }, entries.session)).toEqual(removed[ending].session);
    },
  );
});
