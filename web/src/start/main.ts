import "virtual:colors.css";
import "virtual:faces.css";
import "../ui/base.css";
import "../ui/button.css";
import "../ui/header.css";
import "../ui/page.css";
import { standsAlone } from "../../../domain/http/pages.ts";
import { standingPage } from "../standing-page.ts";
import { tellStartFailure } from "./page-trouble.ts";
import { loadVisitorPage, serveStandingPage } from "./serve-standing-page.ts";

/** A browser that does not tell of its first paint, or a page that is never painted, goes on after this long. */
const longestWaitMs = 500;

/** What is drawn already is shown before anything else is asked of the browser. A hidden page is never drawn. */
function afterFirstPaint(run: () => void): void {
  if (document.visibilityState === "hidden") {
    run();
    return;
  }
  const observer = new PerformanceObserver(begin);
  const timer = setTimeout(begin, longestWaitMs);
  function begin() {
    observer.disconnect();
    clearTimeout(timer);
    run();
  }
  observer.observe({ type: "paint", buffered: true });
}

/** Has the browser fetch what the next pages need. */
function fetchLater(): void {
  const later = document.querySelector<HTMLTemplateElement>("template[data-later]");
  if (later) document.head.append(later.content);
}

function start(root: HTMLElement): void {
  loadVisitorPage(window.location.pathname);
  import("./start-app.tsx")
    .then(({ startApp }) => startApp(root))
    .then(fetchLater)
    .catch(tellStartFailure);
}

const root = document.getElementById("root");
const standing = standingPage();
if (root && standing !== null && standsAlone(standing)) serveStandingPage(() => start(root));
else if (root) afterFirstPaint(() => start(root));
