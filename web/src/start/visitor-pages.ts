import { paths } from "../../../domain/http/pages.ts";

/** What the pages that need no session are made of beyond the app itself, each loaded when it is needed. */
const pages: Readonly<Record<string, () => Promise<unknown>>> = {
  [paths.login]: () => import("../features/accounts/login-page.tsx"),
  [paths.signup]: () => import("../features/accounts/signup-page.tsx"),
  [paths.forgotPassword]: () => import("../features/accounts/forgot-password-page.tsx"),
  [paths.privacy]: () => import("../features/legal/privacy-page.tsx"),
  [paths.terms]: () => import("../features/legal/terms-page.tsx"),
  [paths.contact]: () => import("../features/legal/contact-page.tsx"),
};

/** Whether a path is one of those. */
export const isVisitorPage = (path: string): boolean => path in pages;

/** Begins to load the page at a path, if it is one of those; what fails is loaded again when the page is drawn. */
export function loadVisitorPage(path: string): void {
  pages[path]?.().catch(() => {});
}
