import { paths } from "../../../domain/http/pages.ts";
import { onFirstEarlyClick } from "../early-clicks.ts";
import { isAnyoneSignedIn, isLastSignInKey } from "../features/accounts/stored-user.ts";
import { runWhenOnline } from "./start-notice.ts";

/** The modules of prerendered pages, except Home. */
const pages: Readonly<Record<string, () => Promise<unknown>>> = {
  [paths.login]: () => import("../features/accounts/login-page.tsx"),
  [paths.signup]: () => import("../features/accounts/signup-page.tsx"),
  [paths.forgotPassword]: () => import("../features/accounts/forgot-password-page.tsx"),
  [paths.privacy]: () => import("../features/legal/privacy-page.tsx"),
  [paths.terms]: () => import("../features/legal/terms-page.tsx"),
  [paths.contact]: () => import("../features/legal/contact-page.tsx"),
};

const isVisitorPage = (path: string): boolean => path in pages;

/** Ignores a failure, because the router loads the module again. */
export function preloadVisitorPage(path: string): void {
  pages[path]?.().catch(() => {});
}

const closestElement = <Name extends "a" | "button">({ target }: Event, name: Name) =>
  target instanceof Element ? target.closest(name) : null;

function prefetchOnIntent(event: Event): void {
  const path = closestElement(event, "a")?.pathname ?? "";
  if (isVisitorPage(path)) preloadVisitorPage(path);
  else if (!closestElement(event, "button")) return;
  // Ignores a failure, because the app is loaded again when it is needed.
  import("./start-app.tsx").catch(() => {});
}

function onClick(event: MouseEvent): void {
  const link = closestElement(event, "a");
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (navigator.onLine || !isPlain || !link || link.origin !== window.location.origin || link.hash !== "") return;
  event.preventDefault();
  runWhenOnline(() => window.location.assign(link.href));
}

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
 * Links load new documents.
 * @param start called at most once
 */
export function servePrerenderedPage(start: () => void): void {
  const controller = new AbortController();
  const { signal } = controller;
  for (const intent of ["pointerover", "focusin", "touchstart"]) {
    document.addEventListener(intent, prefetchOnIntent, { passive: true, signal });
  }
  document.addEventListener("click", onClick, { signal });
  // Reloads after a log-in in another tab, because learners may see a different page at this address.
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
    controller.abort();
    start();
  };
  onFirstEarlyClick(startOnce);
  const waiting = document.querySelector("[data-waits-for-app]");
  if (waiting) onNearViewport(waiting, startOnce);
}
