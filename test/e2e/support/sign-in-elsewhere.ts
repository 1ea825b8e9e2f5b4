import { fetchConfig, signIn } from "../../support/learner.ts";
import type { NewLearner } from "./learner.ts";

export async function signInElsewhere(appUrl: string, learner: NewLearner) {
  const [{ apiUrl }, { AccessToken }] = await Promise.all([fetchConfig(appUrl), signIn(appUrl, learner)]);
  return { apiUrl, headers: { authorization: `Bearer ${AccessToken}`, "content-type": "application/json" } };
}
