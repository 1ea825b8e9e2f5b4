import { requiresLogin, signInReturnPath } from "../../../domain/accounts/redirect.ts";
import { isStaticPage, paths } from "../../../domain/http/pages.ts";
import { deferEarlyClicks } from "../early-clicks.ts";
import { isAnyoneSignedIn } from "../features/accounts/stored-user.ts";
import { hidePrerenderedPage, isFrameDocument, setPrerenderedPath } from "../prerendered-page.ts";

// This script runs in the document's head, so that it can hide the wrong page before the first paint.

const { pathname, search } = window.location;

/** With navigation state, the page may differ from its prerendered form. */
const hasNavigationState = () => (window.history.state?.usr ?? null) !== null;

function mayBeSignedIn(): boolean {
  if (pathname === signInReturnPath && /[?&](code|error)=/.test(search)) return true;
  return isAnyoneSignedIn();
}

/** Shows the login page that the frame embeds, and sets its address, as the redirect rules would. */
function showLogin(): void {
  const template = document.querySelector<HTMLTemplateElement>("template[data-page]");
  if (!template) return;
  document.getElementById("root")?.replaceChildren(template.content);
  document.title = template.title;
  setPrerenderedPath(paths.login);
  // The format of React Router's history state: `usr` is the navigation's state.
  const state = { ...window.history.state, usr: { origin: pathname + search } };
  window.history.replaceState(state, "", paths.login);
}

if (mayBeSignedIn() || hasNavigationState()) hidePrerenderedPage();
else if (!isFrameDocument()) {
  // On static pages, links work without the app, so only clicks on buttons are deferred.
  deferEarlyClicks(isStaticPage(pathname) ? "button" : "a, button");
} else if (requiresLogin(pathname)) {
  document.addEventListener("readystatechange", showLogin, { once: true });
  deferEarlyClicks("a, button");
}
