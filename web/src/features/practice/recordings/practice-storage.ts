import { stored } from "../../../browser/stored.ts";
import type { RecordingStoreOptions } from "../../recording/store/recording-store.ts";

/** The maximum size of one learner's practice recordings in this browser, in bytes. */
export const recordingsCapBytes = 200_000_000;

export const practiceStorage: RecordingStoreOptions = { database: stored.recordings, capBytes: recordingsCapBytes };
