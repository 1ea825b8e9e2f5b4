import { auth } from "./session.ts";

/** The pages on which a person says who they are, each loaded when it is needed. */
export const accountPages = {
  login: () => import("./login-page.tsx"),
  signup: () => import("./signup-page.tsx"),
  verify: () => import("./verify-page.tsx"),
  forgotPassword: () => import("./forgot-password-page.tsx"),
  newPassword: () => import("./new-password-page.tsx"),
};

/** Loads all of them, the sign-in library, and what shows messages, so that nobody who has begun is stopped by a network that goes away. */
export function loadAccountPages(): void {
  const others = [() => import("./amplify-google.ts"), () => import("../../ui/toast-region.tsx")];
  const loads = [auth, ...others, ...Object.values(accountPages)];
  // What could not be loaded now is loaded when it is needed.
  for (const load of loads) load().catch(() => {});
}
