/**
 * Stands in for Amplify Hosting: the built web app with the production's security headers and its single-page
 * fallback, plus what only the local cloud has, below /local.
 *
 * What it does not do: HTTPS and compression.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { join } from "node:path";
import sirv from "sirv";
import { createServer as createVite, type ViteDevServer } from "vite";
import { securityHeaders } from "../domain/security-headers.ts";
import { type Listening, listen } from "./listen.ts";
import { requestUrl } from "./request-url.ts";

export type WebServerOptions = {
  port: number;
  /** Serve the sources with hot reload instead of the built app. */
  hot: boolean;
  /** Origins that the app may call; asked for once everything has started. */
  connectOrigins: () => readonly string[];
  /** What /config.json says, once everything it names has started. */
  config: () => Promise<unknown>;
  localPages: (request: IncomingMessage, response: ServerResponse, url: URL) => Promise<void>;
  /** The built app, if it is not where the build puts it. */
  builtDirectory?: string;
};

/** The folder of the web app. */
export const webDirectory = join(import.meta.dirname, "..", "web");

type Assets = (request: IncomingMessage, response: ServerResponse) => void;

function refuse(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { "content-type": "text/plain" });
  response.end(text);
}

const notFound = (response: ServerResponse) => refuse(response, 404, "Not found");

function builtAssets(directory: string): Assets {
  const serve = sirv(directory, {
    // Looked up at each request, for another start may build the app anew under a running server.
    dev: true,
    single: true,
    // A missing script is missing, and not the page, which browsers would keep in its place.
    ignores: ["^/assets/"],
    etag: true,
    setHeaders: (response, path) => {
      const hashed = path.startsWith("/assets/");
      response.setHeader("cache-control", hashed ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
  return (request, response) => serve(request, response, () => notFound(response));
}

function hotAssets(vite: ViteDevServer): Assets {
  return (request, response) => vite.middlewares(request, response, () => notFound(response));
}

/** Starts the stand-in. @throws PortTakenError */
export async function startWebServer(options: WebServerOptions): Promise<Listening> {
  let assets: Assets = (_request, response) => notFound(response);
  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const url = requestUrl(request);
    if (!url) return refuse(response, 400, "The address is malformed");
    if (url.pathname === "/local" || url.pathname.startsWith("/local/")) {
      return options.localPages(request, response, url);
    }
    // What a page may call stands in its headers, so no page goes out before the addresses of all that it calls are known.
    const config = await options.config();
    const connectOrigins = options.connectOrigins();
    const headers = securityHeaders({ connectOrigins, mediaOrigins: [], development: options.hot });
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (url.pathname === "/config.json") {
      response.writeHead(200, { "content-type": "application/json", "cache-control": "no-cache" });
      response.end(JSON.stringify(config));
      return;
    }
    assets(request, response);
  };
  const listening = await listen((request, response) => {
    respond(request, response).catch((error) => {
      // A client that left in the middle of its request waits for no answer.
      if (!request.errored) console.error("The web server failed:", error);
      if (!response.headersSent) refuse(response, 500, "Something went wrong");
      else response.destroy();
    });
  }, options.port);
  if (!options.hot) {
    assets = builtAssets(options.builtDirectory ?? join(webDirectory, "dist"));
    return listening;
  }
  const vite = await startVite(listening.server);
  assets = hotAssets(vite);
  const close = async () => {
    await vite.close();
    await listening.close();
  };
  return { ...listening, close };
}

function startVite(server: Server): Promise<ViteDevServer> {
  return createVite({
    configFile: join(webDirectory, "vite.config.ts"),
    // A bundled copy of the configuration would be one more changed file to whoever watches this process.
    configLoader: "native",
    server: { middlewareMode: true, hmr: { server } },
    appType: "spa",
    clearScreen: false,
    logLevel: "warn",
  });
}
