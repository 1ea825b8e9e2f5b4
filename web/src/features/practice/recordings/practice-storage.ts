import { stored } from "../../../browser/stored.ts";
import type { RecordingStoreOptions } from "../../recording/store/recording-store.ts";

/** For each learner on one device, in bytes. */
export const recordingsCapBytes = 200_000_000;

export const practiceStorage: RecordingStoreOptions = { database: stored.recordings, capBytes: recordingsCapBytes };
