import { forgetCached } from "../../browser/local-cache.ts";
import { sounds } from "../content/sounds.ts";
import { sessions } from "./scenario/scenario-session-keeper.ts";
import { clearLearnerTakes } from "./takes/takes.ts";

/** Removes a learner's recordings and what was open of their scenarios. */
export async function clearPractice(userId: string): Promise<void> {
  sessions.forgetAll(userId);
  await clearLearnerTakes(userId);
}

/** Removes what practising has left in this browser, but for progress that was not sent yet. */
export async function forgetLearner(userId: string): Promise<void> {
  forgetCached(userId);
  await Promise.all([clearPractice(userId), sounds.clear()]);
}
