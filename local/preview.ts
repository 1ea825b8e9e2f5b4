import { findLanguage } from "../domain/content/language.ts";
import { isTopic, paths } from "../domain/http/pages.ts";
import { clientId } from "./cloud-settings.ts";
import { type LocalAnswer, leadingPage } from "./leading-page.ts";
import type { PreviewLearner } from "./preview-learner.ts";

/** Shows content as a learner sees and hears it, and the newest of it after each reload. */
export type Preview = {
  /** The page that signs in as the learner and leads to what is asked for: `to` a screen, in a `language`. */
  page: (parameters: URLSearchParams) => Promise<LocalAnswer>;
  /** Says that the content was loaded anew. */
  changed: () => void;
  /** Where whoever asks for a screen is led first, so that nothing older is shown there; null if nowhere. */
  detour: (path: string) => string | null;
};

/** Where the page is that signs in. */
export const previewPath = "/local/preview";

const isScreen = (path: string) => path === paths.home || isTopic(path);

/** Where Amplify keeps a session. Other tabs take the last for the end of a sign-in. */
async function sessionOf({ userId, startSession }: PreviewLearner): Promise<Record<string, string>> {
  const { AccessToken, IdToken, RefreshToken } = await startSession();
  const prefix = `CognitoIdentityServiceProvider.${clientId}`;
  return {
    [`${prefix}.LastAuthUser`]: userId,
    [`${prefix}.${userId}.accessToken`]: AccessToken,
    [`${prefix}.${userId}.idToken`]: IdToken,
    [`${prefix}.${userId}.refreshToken`]: RefreshToken,
    [`${prefix}.${userId}.clockDrift`]: "0",
  };
}

/** Opens the preview. The app believes what it read for an hour, so the page forgets what the learner's browser holds of it. */
export function openPreview(learner: PreviewLearner): Preview {
  let isChanged = false;
  const items = ["cache", "scenario_session"].map((name) => `${name}_${learner.userId}_`);
  return {
    page: async (parameters) => {
      const language = findLanguage(parameters.get("language") ?? "")?.name;
      if (language) await learner.practise(language);
      const to = parameters.get("to") ?? "";
      isChanged = false;
      return leadingPage({
        keep: await sessionOf(learner),
        forget: { items, database: "parlance-audio" },
        to: isScreen(to) ? to : paths.home,
      });
    },
    changed: () => {
      isChanged = true;
    },
    detour: (path) => (isChanged && isScreen(path) ? `${previewPath}?${new URLSearchParams({ to: path })}` : null),
  };
}
