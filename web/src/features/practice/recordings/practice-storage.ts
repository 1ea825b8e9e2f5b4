import { stored } from "../../../browser/stored.ts";
import type { RecordingStoreOptions } from "../../recording/store/recording-store.ts";

/** Room that a learner's practice recordings may take on one device, in bytes. */
export const recordingsCapBytes = 200_000_000;

/** The database of practice recordings. */
export const practiceStorage: RecordingStoreOptions = { database: stored.recordings, capBytes: recordingsCapBytes };
