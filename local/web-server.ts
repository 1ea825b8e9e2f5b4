/** Replaces Amplify Hosting in the local cloud, but without HTTPS. */
import { readFileSync } from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { join } from "node:path";
import sirv from "sirv";
import { createServer as createVite, type ViteDevServer } from "vite";
import { securityHeaders } from "../domain/http/security-headers.ts";
import { documentFor, guestPage, hashedFiles, settingsFile } from "../domain/http/site-files.ts";
import { listen, type RunningServer, requestUrl } from "../fakes/foundation/listen.ts";

export type WebServerOptions = {
  port: number;
  hot: boolean;
  connectOrigins: () => readonly string[];
  mediaOrigins: () => readonly string[];
  /** Content of /config.json. */
  config: () => Promise<unknown>;
  localPages: (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void>;
  redirectFor?: (path: string) => string | null;
  builtDirectory?: string | undefined;
  /** Path of a script to add to the documents of the built app. */
  pageScript?: string | undefined;
};

export const webDirectory = join(import.meta.dirname, "..", "web");

type AssetHandler = (request: IncomingMessage, response: ServerResponse, url: URL) => void;

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "text/plain" });
  response.end(text);
}

const notFound = (response: ServerResponse) => refuse(response, 404, "Not found");

function serveWithScript(response: ServerResponse, file: string, script: string): void {
  const html = readFileSync(file, "utf8");
  response.writeHead(200, { "content-type": "text/html;charset=utf-8", "cache-control": "no-cache" });
  response.end(`${html}<script src="${script}"></script>`);
}

function createBuiltAssets(directory: string, pageScript?: string): AssetHandler {
  const serve = sirv(directory, {
    // Reads the folder at each request, because another start of the local cloud may rebuild the app meanwhile.
    dev: true,
    extensions: [],
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders: (response, path) => {
      response.setHeader("cache-control", path.startsWith(hashedFiles.path) ? hashedFiles.cacheControl : "no-cache");
    },
  });
  return (request, response, url) => {
    const page = documentFor(url.pathname);
    if (page && pageScript) return serveWithScript(response, join(directory, page), pageScript);
    request.url = page ?? request.url ?? "/";
    serve(request, response, () => notFound(response));
  };
}

function createHotAssets(vite: ViteDevServer): AssetHandler {
  return (request, response) => vite.middlewares(request, response, () => notFound(response));
}

/** @throws PortTakenError */
export async function startWebServer(options: WebServerOptions): Promise<RunningServer> {
  let assets: AssetHandler = (_request, response) => notFound(response);
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const url = requestUrl(request);
    if (!url) return refuse(response, 400, "The address is malformed");
    if (url.pathname === "/local" || url.pathname.startsWith("/local/")) {
      return options.localPages(request, response, url);
    }
    // Waits until all origins are known, because a page's headers list the origins that it may call.
    const config = await options.config();
    const connectOrigins = options.connectOrigins();
    const mediaOrigins = options.mediaOrigins();
    const settings = { connectOrigins, mediaOrigins, strictSubdomains: false, development: options.hot };
    const ofPage = guestPage.paths.some((path) => path === url.pathname) ? guestPage.headers : {};
    const headers: Readonly<Record<string, string>> = { ...securityHeaders(settings), ...ofPage };
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (url.pathname === settingsFile) {
      response.writeHead(200, { "content-type": "application/json", "cache-control": "no-cache" });
      response.end(JSON.stringify(config));
      return;
    }
    const first = documentFor(url.pathname) ? options.redirectFor?.(url.pathname) : null;
    if (first) {
      response.writeHead(302, { location: first, "cache-control": "no-store" }).end();
      return;
    }
    assets(request, response, url);
  };
  const listening = await listen((request, response) => {
    respond(request, response).catch((error) => {
      // A client that disconnected during its request is not a failure of the server.
      if (!request.errored) console.error("The web server failed:", error);
      if (!response.headersSent) refuse(response, 500, "Something went wrong");
      else response.destroy();
    });
  }, options.port);
  if (!options.hot) {
    assets = createBuiltAssets(options.builtDirectory ?? join(webDirectory, "dist"), options.pageScript);
    return listening;
  }
  const vite = await startVite(listening.server);
  assets = createHotAssets(vite);
  const close = async () => {
    await vite.close();
    await listening.close();
  };
  return { ...listening, close };
}

function startVite(server: Server): Promise<ViteDevServer> {
  return createVite({
    configFile: join(webDirectory, "vite.config.ts"),
    // The default loader writes a bundled copy of the configuration, for which `node --watch` could restart.
    configLoader: "native",
    server: { middlewareMode: true, hmr: { server } },
    appType: "spa",
    clearScreen: false,
    logLevel: "warn",
  });
}
