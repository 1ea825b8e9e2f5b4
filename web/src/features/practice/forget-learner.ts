import { forgetGrants } from "./content.ts";
import { clearAudioCache } from "./content-audio.ts";
import { sessions } from "./scenario-session-keeper.ts";
import { clearLearnerTakes } from "./takes.ts";

/** Removes what practising has left in this browser. */
export async function forgetLearner(userId: string): Promise<void> {
  forgetGrants();
  sessions.forgetAll(userId);
  await Promise.all([clearLearnerTakes(userId), clearAudioCache()]);
}
