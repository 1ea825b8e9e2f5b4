import { forgetGrants } from "./content.ts";
import { forgetCached } from "./local-cache.ts";
import { forgetProgress } from "./progress-sending.ts";
import { clearLearnerTakes } from "./takes.ts";

/** Removes what practising has left in this browser. */
export async function forgetLearner(userId: string): Promise<void> {
  forgetGrants();
  forgetCached(userId);
  forgetProgress(userId);
  await clearLearnerTakes(userId);
}
