import { requiresLogin, signInReturnPath } from "../../../domain/accounts/redirect.ts";
import { paths, standsAlone } from "../../../domain/http/pages.ts";
import { keepEarlyClicks } from "../early-clicks.ts";
import { isAnybodyStored } from "../features/accounts/stored-user.ts";
import { cover, isFrame, noteStandingPage } from "../standing-page.ts";

// Runs in the document's head, before anything is drawn, so that nobody sees a page that is not theirs.

const { pathname, search } = window.location;

/** Whether this visit goes on with what a page was given before it was loaded anew, so that it says something else. */
const hasNavigationState = () => (window.history.state?.usr ?? null) !== null;

function mayBeSomebody(): boolean {
  if (pathname === signInReturnPath && /[?&](code|error)=/.test(search)) return true;
  return isAnybodyStored();
}

/** Puts the login page, which the frame carries, where the visitor would be sent by the redirect rules. */
function showLogin(): void {
  const template = document.querySelector<HTMLTemplateElement>("template[data-page]");
  if (!template) return;
  document.getElementById("root")?.replaceChildren(template.content);
  document.title = template.title;
  noteStandingPage(paths.login);
  // As the router writes a navigation down: with its state, and how many there were before.
  const state = { ...window.history.state, usr: { origin: pathname + search } };
  window.history.replaceState(state, "", paths.login);
}

if (mayBeSomebody() || hasNavigationState()) cover();
else if (!isFrame()) {
  // Some pages' links are links; the others have forms, which the app answers.
  keepEarlyClicks(standsAlone(pathname) ? "button" : "a, button");
} else if (requiresLogin(pathname)) {
  document.addEventListener("readystatechange", showLogin, { once: true });
  keepEarlyClicks("a, button");
}
