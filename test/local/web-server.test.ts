import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingMessage, type OutgoingHttpHeaders, request as requestHttp } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { securityHeaders } from "../../domain/http/security-headers.ts";
import { PortTakenError } from "../../fakes/foundation/listen.ts";
import { compressFiles } from "../../local/build-web.ts";
import { startWebServer, type WebServerOptions } from "../../local/web-server.ts";

const page = "<!doctype html><title>Parlance</title>";
const documents = {
  "/": "<!doctype html><title>Landing</title>",
  "/login": "<!doctype html><title>Log in</title>",
  "/signup": "<!doctype html><title>Sign up</title>",
  "/forgot-password": "<!doctype html><title>Forgot password?</title>",
};
const connectOrigins = ["http://localhost:5174", "http://localhost:5176"];
const mediaOrigins = ["http://127.0.0.1:9000"];

let builtDirectory: string;
let origin: string;
beforeEach(async () => {
  const directory = mkdtempSync(join(tmpdir(), "parlance-web-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  builtDirectory = join(directory, "dist");
  put("app.html", page);
  for (const [path, content] of Object.entries(documents)) put(`${path.slice(1) || "index"}.html`, content);
  put("assets/index-1a2b.js", "export {};");
  put("mark.svg", "<svg/>");
  origin = await start();
});

function put(path: string, content: string): void {
  mkdirSync(join(builtDirectory, path, ".."), { recursive: true });
  writeFileSync(join(builtDirectory, path), content);
}

async function start(options: Partial<WebServerOptions> = {}): Promise<string> {
  const server = await startWebServer({
    port: 0,
    hot: false,
    connectOrigins: () => connectOrigins,
    mediaOrigins: () => mediaOrigins,
    config: async () => ({ apiUrl: "http://localhost:5174" }),
    localPages: async (_request, response, url) => void response.end(`local ${url.pathname}`),
    builtDirectory,
    ...options,
  });
  onTestFinished(server.close);
  return server.url;
}

/** Sends the path unchanged, because fetch would normalise it. Does not decompress the response. */
async function sendRawRequest(path: string, headers: OutgoingHttpHeaders, at = origin) {
  const { port } = new URL(at);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    requestHttp({ port, path, headers }, resolve).on("error", reject).end();
  });
  return { status: response.statusCode, headers: response.headers, body: await buffer(response) };
}

async function sendRequest(path: string, { at }: { at?: string } = {}) {
  const { body, ...rest } = await sendRawRequest(path, {}, at);
  return { ...rest, body: String(body) };
}

const withHeaders = Object.entries(
  securityHeaders({ connectOrigins, mediaOrigins, strictSubdomains: false, development: false }),
);

describe("security headers", () => {
  test.each([
    "/",
    "/index.html",
    "/profile",
    "/assets/index-1a2b.js",
    "/assets/missing.js",
    "/mark.svg",
    "/config.json",
  ])("are set on %s", async (path) => {
    const { headers } = await sendRequest(path);
    for (const [name, value] of withHeaders) expect([name, headers[name.toLowerCase()]]).toEqual([name, value]);
    expect(headers["content-security-policy"]).toContain(`connect-src 'self' ${connectOrigins.join(" ")}`);
    expect(headers["content-security-policy"]).toContain(`media-src 'self' blob: ${mediaOrigins.join(" ")}`);
    expect(String(headers["content-security-policy"]).replace("'wasm-unsafe-eval'", "")).not.toContain("unsafe");
  });

  test("hide the page of guests from search engines, and its address from other sites", async () => {
    for (const path of ["/shared", "/shared.html"]) {
      const { headers } = await sendRequest(path);
      expect([headers["x-robots-tag"], headers["referrer-policy"]]).toEqual(["noindex", "no-referrer"]);
    }
    const { headers } = await sendRequest("/profile");
    expect(headers).not.toHaveProperty("x-robots-tag");
  });
});

describe("the web server while the local cloud starts", () => {
  const starting = async () => {
    const config = Promise.withResolvers<unknown>();
    const known: string[] = [];
    const at = await start({ config: () => config.promise, connectOrigins: () => known });
    const started = () => {
      known.push(...connectOrigins);
      config.resolve({});
    };
    return { at, started };
  };

  test.each(["/", "/signup", "/assets/index-1a2b.js", "/config.json"])(
    "delays the response to %s until the settings are known",
    async (path) => {
      const { at, started } = await starting();
      let isAnswered = false;
      const asked = sendRequest(path, { at }).finally(() => {
        isAnswered = true;
      });
      expect(await sendRequest("/local/inbox", { at })).toMatchObject({ status: 200, body: "local /local/inbox" });
      expect(isAnswered).toBe(false);
      started();
      const { status, headers } = await asked;
      expect(status).toBe(200);
      expect(headers["content-security-policy"]).toContain(`connect-src 'self' ${connectOrigins.join(" ")};`);
    },
  );
});

describe("the app's files", () => {
  test("are served with their content type", async () => {
    expect(await sendRequest("/profile")).toMatchObject({
      status: 200,
      body: page,
      headers: { "content-type": "text/html;charset=utf-8" },
    });
    expect(await sendRequest("/assets/index-1a2b.js")).toMatchObject({
      status: 200,
      body: "export {};",
      headers: { "content-type": "text/javascript" },
    });
    expect(await sendRequest("/mark.svg")).toMatchObject({ status: 200, headers: { "content-type": "image/svg+xml" } });
  });

  test("are cached for a year if their name has a hash, and revalidated otherwise", async () => {
    const cached = async (path: string) => (await sendRequest(path)).headers["cache-control"];
    expect(await cached("/assets/index-1a2b.js")).toBe("public, max-age=31536000, immutable");
    for (const path of ["/", "/profile", "/mark.svg", "/config.json"]) expect(await cached(path)).toBe("no-cache");
    const { headers } = await fetch(`${origin}/`);
    const again = await fetch(`${origin}/`, { headers: { "if-none-match": headers.get("etag") ?? "" } });
    expect(again.status).toBe(304);
  });

  test("are those of the latest build, even if the build ends after the server's start", async () => {
    rmSync(join(builtDirectory, "assets"), { recursive: true });
    put("assets/index-3c4d.js", "export { later };");
    put("app.html", `${page}<p>later</p>`);
    expect(await sendRequest("/profile")).toMatchObject({ status: 200, body: `${page}<p>later</p>` });
    expect(await sendRequest("/assets/index-3c4d.js")).toMatchObject({ status: 200 });
    expect(await sendRequest("/assets/index-1a2b.js")).toMatchObject({ status: 404 });
  });

  test.each(Object.entries(documents))("include the document of %s, with or without a query", async (path, body) => {
    expect(await sendRequest(path)).toMatchObject({ status: 200, body });
    expect(await sendRequest(`${path}?from=mail`)).toMatchObject({ status: 200, body });
  });

  test.each([
    ["br, gzip", "br", (body: Buffer) => brotliDecompressSync(body)],
    ["gzip", "gzip", (body: Buffer) => gunzipSync(body)],
  ])("are compressed for clients that accept %s", async (accepted, encoding, unpacked) => {
    const content = "export const words = 'again and again and again and again';";
    put("assets/words-5e6f.js", content);
    await compressFiles(builtDirectory);
    for (const [path, plain] of [...Object.entries(documents), ["/assets/words-5e6f.js", content] as const]) {
      const { headers, body } = await sendRawRequest(path, { "accept-encoding": accepted });
      expect(headers).toMatchObject({ "content-encoding": encoding, vary: "Accept-Encoding" });
      expect(String(unpacked(body))).toBe(plain);
    }
    const { headers, body } = await sendRawRequest("/assets/words-5e6f.js", {});
    expect([headers["content-encoding"], String(body)]).toEqual([undefined, content]);
    const cached = "public, max-age=31536000, immutable";
    const compressed = await sendRawRequest("/assets/words-5e6f.js", { "accept-encoding": accepted });
    expect(compressed.headers).toMatchObject({ "cache-control": cached, "content-type": "text/javascript" });
  });

  test.each(["/profile", "/practice/emp-1", "/new-password?code=1", "/deep/er/path/", "/caf%C3%A9", "/%"])(
    "do not include the path %s, so the server returns the app's page",
    async (path) => {
      expect(await sendRequest(path)).toMatchObject({ status: 200, body: page });
    },
  );

  test.each(["/assets/missing.js", "/assets/missing.css", "/missing.svg", "/worklets/missing.js", "/robots.txt"])(
    "do not include %s, so the server returns 404",
    async (path) => {
      const { status, headers, body } = await sendRequest(path);
      expect({ status, body }).toEqual({ status: 404, body: "Not found" });
      expect(headers["content-type"]).toBe("text/plain");
      expect(headers["cache-control"]).toBeUndefined();
    },
  );

  test.each([
    "/../secret.txt",
    "/assets/../../secret.txt",
    "/..%2fsecret.txt",
    "/%2e%2e/secret.txt",
    "/....//secret.txt",
  ])("do not include a file outside of the build: %s", async (path) => {
    put("../secret.txt", "secret");
    expect((await sendRequest(path)).body).not.toBe("secret");
  });
});

describe("the web server", () => {
  test("passes requests at and below /local to the local pages", async () => {
    for (const path of ["/local", "/local/inbox", "/local/a/b"]) {
      expect(await sendRequest(path)).toMatchObject({ status: 200, body: `local ${path}` });
    }
    expect((await sendRequest("/locally")).body).toBe(page);
  });

  test("serves the app's settings when they are known", async () => {
    const config = Promise.withResolvers<unknown>();
    const at = await start({ config: () => config.promise });
    const asked = sendRequest("/config.json", { at });
    config.resolve({ apiUrl: "http://localhost:1" });
    expect(await asked).toMatchObject({ status: 200, headers: { "content-type": "application/json" } });
    expect(JSON.parse((await asked).body)).toEqual({ apiUrl: "http://localhost:1" });
  });

  test("serves the settings, but returns 404 for “/”, while the app is not built", async () => {
    const at = await start({ builtDirectory: join(builtDirectory, "missing") });
    expect(await sendRequest("/", { at })).toMatchObject({ status: 404 });
    expect(await sendRequest("/config.json", { at })).toMatchObject({ status: 200 });
  });

  test.each(["//", "//evil.example/profile", "/http://", "*", "http://[", "/\\", "/:99999"])(
    "responds to the unusual address %s, and to the next request",
    async (path) => {
      expect([200, 400, 404]).toContain((await sendRequest(path)).status);
      expect((await sendRequest("/")).status).toBe(200);
    },
  );

  test("returns 500 if a local page fails, and serves the next request", async () => {
    const report = vi.spyOn(console, "error").mockImplementation(() => {});
    onTestFinished(() => report.mockRestore());
    const at = await start({ localPages: () => Promise.reject(new Error("Out of paper")) });
    expect(await sendRequest("/local", { at })).toMatchObject({ status: 500, body: "Something went wrong" });
    expect(String(report.mock.calls)).toContain("Out of paper");
    expect((await sendRequest("/", { at })).status).toBe(200);
  });

  test("reports that its port is in use", async () => {
    await expect(start({ port: Number(new URL(origin).port) })).rejects.toBeInstanceOf(PortTakenError);
  });
});

test("the web server adds the given script to documents, but not to an image", async () => {
  const at = await start({ pageScript: "/local/preview/reload.js" });
  const script = '<script src="/local/preview/reload.js"></script>';
  for (const path of ["/", "/login", "/topic/health-1"]) {
    expect(String((await sendRawRequest(path, {}, at)).body)).toContain(script);
  }
  expect(String((await sendRawRequest("/mark.svg", {}, at)).body)).toBe("<svg/>");
  expect(String((await sendRawRequest("/", {})).body)).not.toContain(script);
});
