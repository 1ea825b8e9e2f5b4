import { forgetGrants } from "./content.ts";
import { clearLearnerTakes } from "./takes.ts";

/** Removes what practising has left in this browser. */
export async function forgetLearner(userId: string): Promise<void> {
  forgetGrants();
  await clearLearnerTakes(userId);
}
