import type { ItemEntry } from "./stored-entry.ts";

export const storedPreferences = {
  playbackSpeed: {
    place: "local",
    key: "playback_speed_{learner}",
    owner: "features/practice/studio",
    lasts: "until changed",
    clearedBy: "deletion",
  },
  recordingsOnLeaving: {
    place: "local",
    key: "parlance_recordings_on_leaving",
    owner: "features/practice/recordings",
    lasts: "until changed",
    clearedBy: "nothing",
  },
  shortcuts: {
    place: "local",
    key: "parlance_shortcuts",
    owner: "features/practice/screen",
    lasts: "until changed",
    clearedBy: "nothing",
  },
  sheetShortcuts: {
    place: "local",
    key: "parlance_sheet_shortcuts",
    owner: "features/exam/sheet",
    lasts: "until changed",
    clearedBy: "nothing",
  },
  /** Terms of the marking sheet that the learner has used in this browser. */
  explainedTerms: {
    place: "local",
    key: "exam_terms_explained_{learner}",
    owner: "features/exam/sheet",
    lasts: "until changed",
    clearedBy: "deletion",
  },
  notesPad: {
    place: "local",
    key: "parlance_notes_pad",
    owner: "features/practice/notes",
    lasts: "until changed",
    clearedBy: "nothing",
  },
  keepTranscripts: {
    place: "local",
    key: "parlance_keep_transcripts",
    owner: "features/practice/screen",
    lasts: "until changed",
    clearedBy: "nothing",
  },
  textSize: {
    place: "local",
    key: "parlance_text_size",
    owner: "features/practice/screen",
    lasts: "until changed",
    clearedBy: "nothing",
  },
  microphone: {
    place: "local",
    key: "parlance_microphone",
    owner: "features/recording/microphone",
    lasts: "until changed",
    clearedBy: "nothing",
  },
  /** The choice of headphones or speakers for exams. */
  examListening: {
    place: "local",
    key: "parlance_mock_listening",
    owner: "features/exam/session",
    lasts: "until changed",
    clearedBy: "nothing",
  },
  recognition: {
    place: "local",
    key: "parlance_recognition",
    owner: "features/recognition",
    lasts: "until changed",
    clearedBy: "nothing",
  },
  microphoneChecked: {
    place: "local",
    key: "parlance_microphone_checked",
    owner: "features/recording/microphone",
    lasts: "until changed",
    clearedBy: "nothing",
  },
} as const satisfies Record<string, ItemEntry>;
