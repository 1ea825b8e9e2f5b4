import { settingsFile } from "../../../domain/http/site-files.ts";
import { removeOtherVersions, serveAppFile, serveFont, serveSettings, storeAppFiles } from "./caches.ts";
import { fileRuleFor } from "./file-rule.ts";
import { takeOverMessage } from "./take-over-message.ts";
import type { WorkerScope } from "./worker-scope.ts";

// The build defines these two constants.
declare const appFiles: readonly string[];
declare const appVersion: string;
declare const self: WorkerScope;

function respondTo(request: Request): Promise<Response> | null {
  const { origin, pathname } = new URL(request.url);
  // Responses of other origins, such as the API and the signed content, are not stored.
  if (request.method !== "GET" || origin !== self.location.origin) return null;
  const rule = fileRuleFor(pathname, request.mode === "navigate");
  switch (rule.kind) {
    case "app":
      return serveAppFile(appVersion, rule.file, request);
    case "font":
      return serveFont(appVersion, request);
    case "settings":
      return serveSettings(appVersion, request);
    case "network":
      return null;
  }
}

self.addEventListener("install", (event) => {
  event.waitUntil(storeAppFiles(appVersion, [...appFiles, settingsFile]));
  // Where browsers support this route, requests to other origins do not start the worker or keep it busy.
  const otherOrigins = { not: { urlPattern: `${self.location.origin}/*` } };
  event.addRoutes?.([{ condition: otherOrigins, source: "network" }]).catch(() => undefined);
});

// Claims the page that registered the first worker, so that the page works after the network is lost.
self.addEventListener("activate", (event) =>
  event.waitUntil(removeOtherVersions(appVersion).then(() => self.clients.claim())),
);

self.addEventListener("fetch", (event) => {
  const response = respondTo(event.request);
  if (response) event.respondWith(response);
});

self.addEventListener("message", ({ data }) => {
  if (data === takeOverMessage) void self.skipWaiting();
});
