import "virtual:colors.css";
import "virtual:faces.css";
import "../ui/base.css";
import "../ui/button.css";
import "../ui/header.css";
import "../ui/page.css";
import { isStaticPage } from "../../../domain/http/pages.ts";
import { prerenderedPath } from "../prerendered-page.ts";
import { preloadVisitorPage, servePrerenderedPage } from "./serve-prerendered-page.ts";
import { showStartFailure } from "./start-notice.ts";

/** For browsers that do not report the first paint, and for pages that are not painted. */
const maxPaintWaitMs = 500;

/** Keeps the app from delaying the first paint. A hidden page is not painted. */
function afterFirstPaint(run: () => void): void {
  if (document.visibilityState === "hidden") {
    run();
    return;
  }
  const observer = new PerformanceObserver(begin);
  const timer = setTimeout(begin, maxPaintWaitMs);
  function begin() {
    observer.disconnect();
    clearTimeout(timer);
    run();
  }
  observer.observe({ type: "paint", buffered: true });
}

function prefetchNextPages(): void {
  const later = document.querySelector<HTMLTemplateElement>("template[data-later]");
  if (later) document.head.append(later.content);
}

function start(root: HTMLElement): void {
  preloadVisitorPage(window.location.pathname);
  import("./start-app.tsx")
    .then(({ startApp }) => startApp(root))
    .then(prefetchNextPages)
    .catch(showStartFailure);
}

const root = document.getElementById("root");
const prerendered = prerenderedPath();
if (root && prerendered !== null && isStaticPage(prerendered)) servePrerenderedPage(() => start(root));
else if (root) afterFirstPaint(() => start(root));
