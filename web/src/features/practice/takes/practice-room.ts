import { stored } from "../../../browser/stored.ts";
import type { TakeRoom } from "../../recording/store/take-store.ts";

/** Room that a learner's practice recordings may take on one device, in bytes. */
export const takesCapBytes = 200_000_000;

/** The database of practice recordings. */
export const practiceRoom: TakeRoom = { database: stored.takes, capBytes: takesCapBytes };
