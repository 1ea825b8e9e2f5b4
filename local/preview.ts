import { findLanguage } from "../domain/content/language.ts";
import { isTopicPath, paths } from "../domain/http/pages.ts";
import { clientId } from "./cloud-settings.ts";
import type { PreviewLearner } from "./preview-learner.ts";
import { createStorageRedirectPage, type LocalResponse } from "./storage-redirect-page.ts";

export type Preview = {
  /** Returns the page that logs in the preview learner and opens a screen (`to`) in a language (`language`). */
  createPage: (parameters: URLSearchParams) => Promise<LocalResponse>;
  markChanged: () => void;
  onChange: (listener: () => void) => () => void;
  /** Returns the URL that the browser must visit before the screen at `path`, to delete cached content. */
  redirectFor: (path: string) => string | null;
};

export const previewPath = "/local/preview";

export const previewChangesPath = `${previewPath}/changes`;

export const previewScript = {
  path: `${previewPath}/reload.js`,
  text: `new EventSource(${JSON.stringify(previewChangesPath)}).onmessage = () => location.reload();\n`,
};

const isScreen = (path: string) => path === paths.home || isTopicPath(path);

/**
 * Returns a session of Amplify as local storage items. The last item must be written last, because other tabs take it
 * as the sign of a complete log-in.
 */
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

/** The app caches content in the browser, so the page of the preview deletes this cache. */
export function createPreview(learner: PreviewLearner): Preview {
  let isChanged = false;
  const listeners = new Set<() => void>();
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
      for (const listener of listeners) listener();
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    redirectFor: (path) => (isChanged && isScreen(path) ? `${previewPath}?${new URLSearchParams({ to: path })}` : null),
  };
}
