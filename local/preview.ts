import { findLanguage } from "../domain/content/language.ts";
import { isTopicPath, paths } from "../domain/http/pages.ts";
import { clientId } from "./cloud-settings.ts";
import type { PreviewLearner } from "./preview-learner.ts";
import { createStorageRedirectPage, type LocalResponse } from "./storage-redirect-page.ts";

/** Shows content as a learner sees and hears it, and the newest of it after each reload. */
export type Preview = {
  /** The page that signs in as the learner and leads to what is asked for: `to` a screen, in a `language`. */
  createPage: (parameters: URLSearchParams) => Promise<LocalResponse>;
  /** Says that the content was loaded anew. */
  markChanged: () => void;
  /** Where whoever asks for a screen is led first, so that nothing older is shown there; null if nowhere. */
  redirectFor: (path: string) => string | null;
};

/** Where the page is that signs in. */
export const previewPath = "/local/preview";

const isScreen = (path: string) => path === paths.home || isTopicPath(path);

/** Where Amplify keeps a session. Other tabs take the last for the end of a sign-in. */
async function createSessionItems({ userId, startSession }: PreviewLearner): Promise<Record<string, string>> {
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
export function createPreview(learner: PreviewLearner): Preview {
  let isChanged = false;
  const items = ["cache", "scenario_session"].map((name) => `${name}_${learner.userId}_`);
  return {
    createPage: async (parameters) => {
      const language = findLanguage(parameters.get("language") ?? "")?.name;
      if (language) await learner.practise(language);
      const to = parameters.get("to") ?? "";
      isChanged = false;
      return createStorageRedirectPage({
        keep: await createSessionItems(learner),
        forget: { items, database: "parlance-audio" },
        to: isScreen(to) ? to : paths.home,
      });
    },
    markChanged: () => {
      isChanged = true;
    },
    redirectFor: (path) => (isChanged && isScreen(path) ? `${previewPath}?${new URLSearchParams({ to: path })}` : null),
  };
}
