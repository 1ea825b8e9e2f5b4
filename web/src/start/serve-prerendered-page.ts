import { paths } from "../../../domain/http/pages.ts";
import { onFirstEarlyClick } from "../early-clicks.ts";
import { isAnyoneSignedIn, isLastSignInKey } from "../features/accounts/stored-user.ts";
import { runWhenOnline } from "./start-notice.ts";

/** Lazy modules of the pages that need no session. */
const pages: Readonly<Record<string, () => Promise<unknown>>> = {
  [paths.login]: () => import("../features/accounts/login-page.tsx"),
  [paths.signup]: () => import("../features/accounts/signup-page.tsx"),
  [paths.forgotPassword]: () => import("../features/accounts/forgot-password-page.tsx"),
  [paths.privacy]: () => import("../features/legal/privacy-page.tsx"),
  [paths.terms]: () => import("../features/legal/terms-page.tsx"),
  [paths.contact]: () => import("../features/legal/contact-page.tsx"),
};

/** Whether a path is one of those. */
const isVisitorPage = (path: string): boolean => path in pages;

/** Begins to load the page at a path, if it is one of those; what fails is loaded again when the page is drawn. */
export function preloadVisitorPage(path: string): void {
  pages[path]?.().catch(() => {});
}

const closestElement = <Name extends "a" | "button">({ target }: Event, name: Name) =>
  target instanceof Element ? target.closest(name) : null;

/** Has the browser fetch what is needed for a page that somebody is about to open, or for a button. */
function prefetchOnIntent(event: Event): void {
  const path = closestElement(event, "a")?.pathname ?? "";
  if (isVisitorPage(path)) preloadVisitorPage(path);
  else if (!closestElement(event, "button")) return;
  // What could not be fetched now is fetched when it is wanted.
  import("./start-app.tsx").catch(() => {});
}

function onClick(event: MouseEvent): void {
  const link = closestElement(event, "a");
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (navigator.onLine || !isPlain || !link || link.origin !== window.location.origin || link.hash !== "") return;
  event.preventDefault();
  runWhenOnline(() => window.location.assign(link.href));
}

/** Begins the app before somebody sees a part of the page that waits for it, so that it is there by then. */
function onNearViewport(part: Element, start: () => void): void {
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      start();
    },
    { rootMargin: "50%" },
  );
  observer.observe(part);
}

/**
 * Serves a page as it stands, which needs no app: its links are links.
 * @param start begins the app, once somebody presses what only the app answers to, or comes near what waits for it
 */
export function servePrerenderedPage(start: () => void): void {
  const standing = new AbortController();
  const { signal } = standing;
  for (const intent of ["pointerover", "focusin", "touchstart"]) {
    document.addEventListener(intent, prefetchOnIntent, { passive: true, signal });
  }
  document.addEventListener("click", onClick, { signal });
  // Whoever has signed in meanwhile has a page of their own here.
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key !== null && newValue !== null && isLastSignInKey(key)) window.location.reload();
  };
  window.addEventListener("storage", onStorage, { signal });
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted && isAnyoneSignedIn()) window.location.reload();
  };
  window.addEventListener("pageshow", onPageShow, { signal });
  const startOnce = () => {
    if (signal.aborted) return;
    standing.abort();
    start();
  };
  onFirstEarlyClick(startOnce);
  const waiting = document.querySelector("[data-waits-for-app]");
  if (waiting) onNearViewport(waiting, startOnce);
}
