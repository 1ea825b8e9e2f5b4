import type { LanguageName } from "../../../domain/content/language.ts";
import type { NewLearner } from "./learner.ts";
import { signInElsewhere } from "./sign-in-elsewhere.ts";

/** Practice of the first `done` segments of a dialogue that has `of` segments. */
type PracticeSeed = {
  language: LanguageName;
  scenarioId: string;
  done: number;
  of: number;
  at: string;
  finished?: boolean;
};

/** Stores practice on the server only. */
export async function seedPractice(
  appUrl: string,
  learner: NewLearner,
  practised: readonly PracticeSeed[],
): Promise<void> {
  const { apiUrl, headers } = await signInElsewhere(appUrl, learner);
  const put = async (path: string, body: unknown) => {
    const response = await fetch(apiUrl + path, { method: "PUT", headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path} was refused: ${await response.text()}`);
  };
  for (const { language, scenarioId, done, of, at, finished } of practised) {
    const body = { attempts: 1, completed: true, last_attempt_at: at, language, segment_count: of };
    for (let n = 1; n <= done; n += 1) await put(`/progress/${scenarioId}/segment-${n}`, body);
    if (finished) await put(`/completed-scenarios/${scenarioId}`, { language });
  }
}
