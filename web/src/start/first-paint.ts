import { requiresLogin, signInReturnPath } from "../../../domain/accounts/redirect.ts";
import { isStaticPage, paths } from "../../../domain/http/pages.ts";
import { deferEarlyClicks } from "../early-clicks.ts";
import { isAnyoneSignedIn } from "../features/accounts/stored-user.ts";
import { hidePrerenderedPage, isFrameDocument, setPrerenderedPath } from "../prerendered-page.ts";

// Runs in the document's head, before anything is drawn, so that nobody sees a page that is not theirs.

const { pathname, search } = window.location;

/** Whether this visit goes on with what a page was given before it was loaded anew, so that it says something else. */
const hasNavigationState = () => (window.history.state?.usr ?? null) !== null;

function mayBeSignedIn(): boolean {
  if (pathname === signInReturnPath && /[?&](code|error)=/.test(search)) return true;
  return isAnyoneSignedIn();
}

/** Puts the login page, which the frame carries, where the visitor would be sent by the redirect rules. */
function showLogin(): void {
  const template = document.querySelector<HTMLTemplateElement>("template[data-page]");
  if (!template) return;
  document.getElementById("root")?.replaceChildren(template.content);
  document.title = template.title;
  setPrerenderedPath(paths.login);
  // As the router writes a navigation down: with its state, and how many there were before.
  const state = { ...window.history.state, usr: { origin: pathname + search } };
  window.history.replaceState(state, "", paths.login);
}

if (mayBeSignedIn() || hasNavigationState()) hidePrerenderedPage();
else if (!isFrameDocument()) {
  // Some pages' links are links; the others have forms, which the app answers.
  deferEarlyClicks(isStaticPage(pathname) ? "button" : "a, button");
} else if (requiresLogin(pathname)) {
  document.addEventListener("readystatechange", showLogin, { once: true });
  deferEarlyClicks("a, button");
}
