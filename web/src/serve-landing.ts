import { endsAnySignIn, isAnybodyStored } from "./features/accounts/stored-user.ts";
import { goOnWhenOnline } from "./page-trouble.ts";
import { isVisitorPage, loadVisitorPage } from "./visitor-pages.ts";

const linkOf = ({ target }: Event) => (target instanceof Element ? target.closest("a") : null);

/** Has the browser fetch what a page needs that somebody is about to open. */
function warmUp(event: Event): void {
  const path = linkOf(event)?.pathname ?? "";
  if (!isVisitorPage(path)) return;
  loadVisitorPage(path);
  // What could not be fetched now is fetched when the page is opened.
  import("./start-app.tsx").catch(() => {});
}

function onClick(event: MouseEvent): void {
  const link = linkOf(event);
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (navigator.onLine || !isPlain || !link || link.origin !== window.location.origin || link.hash !== "") return;
  event.preventDefault();
  goOnWhenOnline(() => window.location.assign(link.href));
}

/** Serves the landing as it stands, which needs no app: its links are links. */
export function serveLanding(): void {
  for (const intent of ["pointerover", "focusin", "touchstart"]) {
    document.addEventListener(intent, warmUp, { passive: true });
  }
  document.addEventListener("click", onClick);
  // Whoever has signed in meanwhile has a page of their own here.
  window.addEventListener("storage", ({ key, newValue }) => {
    if (key !== null && newValue !== null && endsAnySignIn(key)) window.location.reload();
  });
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted && isAnybodyStored(localStorage)) window.location.reload();
  });
}
