import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Rolldown } from "vite";

/** The first paint waits for stylesheets, so the forms' styles are in a stylesheet of their own. */
const styles = {
  "styles-of-first-page":
    /(virtual:(colors|faces)|src\/ui\/(base|button|header|page)|app\/landing-page|language\/language|trial\/trial|plans\/plans)\.css$/,
  "styles-of-forms": /(virtual:amplify|src\/ui\/(fields|tooltip-button)|accounts\/credentials-page)\.css$/,
};

/**
 * Scripts in the order in which pages need them. Each script contains its modules and their static imports, except for
 * modules in an earlier script. So no script statically imports a later one.
 * Why: docs/decisions/0011-contents-of-bundles.md
 */
const scripts: Readonly<Record<string, readonly string[]>> = {
  first: ["start/main.ts"],
  start: ["start/start-app.tsx"],
  common: [
    "messages.ts",
    "browser/database.ts",
    "browser/local-preference.ts",
    "browser/observable.ts",
    "browser/timing.ts",
    "features/accounts/sign-in-flow.ts",
  ],
  sound: ["features/trial/trial-studio.ts"],
  session: ["features/accounts/amplify-auth.ts", "features/accounts/token-renewal.ts"],
  "ways-in": [
    "features/accounts/amplify-google.ts",
    "features/accounts/login-page.tsx",
    "features/accounts/signup-page.tsx",
    "features/accounts/verify-page.tsx",
    "features/accounts/forgot-password-page.tsx",
    "features/accounts/new-password-page.tsx",
  ],
  toasts: ["ui/toast-region.tsx"],
  learner: [
    "app/learner-header.tsx",
    "app/learner-home.tsx",
    "features/dialogues/scenario-list-page.tsx",
    "features/exam/attempts/exam-sending.tsx",
    "features/profile/unfinished-deletion-bar.tsx",
    "features/realtime/start-realtime.ts",
    "features/study/study-sync.tsx",
  ],
  practice: ["features/practice/practice-page.tsx"],
  profile: ["features/profile/profile-page.tsx"],
  exam: [
    "features/exam/exam-page.tsx",
    "features/exam/session/exam-session-page.tsx",
    "features/exam/sheet/sheet-page.tsx",
  ],
};

/** Throws if the module is missing, because the bundler would silently ignore a wrong name. */
function sourceFile(module: string): string {
  const file = join(import.meta.dirname, "src", module);
  if (!existsSync(file)) throw new Error(`web/splitting.ts names ${file}, which does not exist`);
  return file;
}

function scriptGroups(): { name: string; test: (id: string) => boolean }[] {
  return Object.entries(scripts).map(([name, modules]) => {
    const files = new Set(modules.map(sourceFile));
    return { name, test: (id) => files.has(id) };
  });
}

export const splitting: Rolldown.CodeSplittingOptions = {
  groups: [...Object.entries(styles).map(([name, test]) => ({ name, test })), ...scriptGroups()].map(
    (group, index, all) => ({
      ...group,
      priority: all.length - index,
    }),
  ),
};
