import { stored } from "../../../browser/stored.ts";
import type { RecordingStoreOptions } from "../../recording/store/recording-store.ts";

/** For one learner in this browser. */
export const recordingsCapBytes = 200_000_000;

export const practiceStorage: RecordingStoreOptions = { database: stored.recordings, capBytes: recordingsCapBytes };
