import * as z from "zod/mini";
import { openLocalChoice } from "../../../browser/local-choice.ts";
import { stored } from "../../../browser/stored.ts";

/** What becomes of recordings when a learner goes back to the topics, or home from a dialogue that is done. */
const LeavingChoice = z.enum(["ask", "keep", "remove"]);
export type LeavingChoice = z.infer<typeof LeavingChoice>;

/** What the learner has chosen for this browser. */
export const leavingChoice = openLocalChoice(stored.recordingsOnLeaving, LeavingChoice, "ask");
