import type { IncomingMessage, ServerResponse } from "node:http";
import { PublishError } from "../content/publishing/publish-error.ts";
import type { PublishResult } from "../content/publishing/publish-pack.ts";
import { escapeHtml, localPage, pageHeaders } from "../fakes/foundation/page.ts";
import type { Inbox, Mail } from "../fakes/ses/inbox.ts";
import { type MovableClock, parseDuration } from "./clock.ts";
import { type Preview, previewChangesPath, previewPath, previewScript } from "./preview.ts";
import type { LocalResponse } from "./storage-redirect-page.ts";

export type LocalPagesOptions = {
  inbox: Inbox;
  clock: MovableClock;
  addresses: () => Readonly<Record<string, string>>;
  settle: () => Promise<void>;
  runExpiry: () => Promise<unknown>;
  runCanary: () => Promise<unknown>;
  /** @throws PublishError */
  loadContent: () => Promise<PublishResult>;
  /** Null without a preview, or before it has started. */
  preview: () => Preview | null;
};

const htmlResponse = (title: string, body: string): LocalResponse => ({
  status: 200,
  headers: pageHeaders,
  body: localPage(title, body),
});
const jsonResponse = (status: number, value: unknown): LocalResponse => ({
  status,
  headers: { "content-type": "application/json", "cache-control": "no-store" },
  body: JSON.stringify(value),
});

const notFoundResponse = jsonResponse(404, { message: "There is nothing here. See /local" });

function indexPage(addresses: Readonly<Record<string, string>>): LocalResponse {
  const servers = Object.entries(addresses).map(
    ([name, url]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(url)}</dd>`,
  );
  return htmlResponse(
    "The local cloud",
    `<ul><li><a href="/local/inbox">Inbox</a>: the latest emails (<a href="/local/inbox.json">as JSON</a>,
     <code>?to=ADDRESS</code>)</li>
     <li><a href="/local/clock">Clock</a>: move the time forward, to see plans renew and end</li>
     <li><form method="post" action="/local/run/expiry"><button>Run the hourly expiry now</button></form></li>
     <li><form method="post" action="/local/run/canary"><button>Run the canary now</button></form></li>
     <li><form method="post" action="/local/content"><button>Load the content again</button></form></li></ul><h2>Servers</h2><dl>${servers.join("")}</dl>`,
  );
}

function mailArticle({ to, subject, text, replyTo, at }: Mail): string {
  const answers = replyTo ? `<br>replies go to ${escapeHtml(replyTo)}` : "";
  return `<article><strong>${escapeHtml(subject)}</strong><br>to ${escapeHtml(to)} at ${escapeHtml(at)}${answers}
    <pre>${escapeHtml(text)}</pre></article>`;
}

function inboxPage(mails: readonly Mail[]): LocalResponse {
  const body = mails.length === 0 ? "<p>No email has been sent yet.</p>" : mails.map(mailArticle).join("");
  return htmlResponse("Inbox", `${body}<p><a href="/local">The local cloud</a></p>`);
}

function clockPage(clock: MovableClock): LocalResponse {
  return htmlResponse(
    "Clock",
    `<p>It is <strong>${clock.now().toISOString()}</strong> in the local cloud.</p>
     <form method="post"><label>Move it forward by <input name="advance" value="P1D" required></label>
     <button>Advance</button></form>
     <p>ISO 8601 durations such as P35D or PT1H. Tokens and signatures stay on real time.</p>
     <p><a href="/local">The local cloud</a></p>`,
  );
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += String(chunk);
  return text.slice(0, 1000);
}

function requestedDuration(text: string, isForm: boolean): string {
  if (isForm) return new URLSearchParams(text).get("advance") ?? "";
  try {
    const value: unknown = JSON.parse(text);
    const hasAdvance = typeof value === "object" && value !== null && "advance" in value;
    return hasAdvance ? String(value.advance) : "";
  } catch {
    return "";
  }
}

async function advanceClock(request: IncomingMessage, { clock, settle }: LocalPagesOptions): Promise<LocalResponse> {
  const isForm = request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") ?? false;
  const ms = parseDuration(requestedDuration(await readText(request), isForm));
  if (ms === null) return jsonResponse(400, { message: 'Send {"advance": "P35D"}, an ISO 8601 duration' });
  try {
    clock.advance(ms);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return jsonResponse(400, { message: error.message });
  }
  await settle();
  return isForm ? clockPage(clock) : jsonResponse(200, { now: clock.now().toISOString() });
}

async function loadContent({ loadContent, preview }: LocalPagesOptions): Promise<LocalResponse> {
  try {
    const loaded = await loadContent();
    preview()?.markChanged();
    return jsonResponse(200, loaded);
  } catch (error) {
    if (!(error instanceof PublishError)) throw error;
    return jsonResponse(409, { message: error.message });
  }
}

function isCrossOrigin({ headers }: IncomingMessage): boolean {
  return headers.origin !== undefined && headers.origin !== `http://${headers.host}`;
}

async function handleRequest(request: IncomingMessage, url: URL, options: LocalPagesOptions): Promise<LocalResponse> {
  const { inbox, clock, addresses } = options;
  if (request.method === "POST" && isCrossOrigin(request))
    return jsonResponse(403, { message: "Not from another site" });
  const to = url.searchParams.get("to") ?? undefined;
  switch (`${request.method} ${url.pathname}`) {
    case "GET /local":
      return indexPage(addresses());
    case "GET /local/inbox":
      return inboxPage(inbox.list(to));
    case "GET /local/inbox.json":
      return jsonResponse(200, inbox.list(to));
    case "GET /local/clock":
      return clockPage(clock);
    case "POST /local/clock":
      return advanceClock(request, options);
    case "POST /local/run/expiry":
      return jsonResponse(200, await options.runExpiry());
    case "POST /local/run/canary":
      return jsonResponse(200, await options.runCanary());
    case "POST /local/content":
      return loadContent(options);
    case `GET ${previewPath}`:
      return options.preview()?.createPage(url.searchParams) ?? notFoundResponse;
    case `GET ${previewScript.path}`:
      return { status: 200, headers: { "content-type": "text/javascript" }, body: previewScript.text };
    default:
      return notFoundResponse;
  }
}

function streamChanges(response: ServerResponse, preview: Preview): void {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
  response.flushHeaders();
  const unsubscribe = preview.onChange(() => response.write("data: changed\n\n"));
  response.once("close", unsubscribe);
}

export function localPages(options: LocalPagesOptions) {
  return async (request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> => {
    const preview = options.preview();
    if (preview && request.method === "GET" && url.pathname === previewChangesPath)
      return streamChanges(response, preview);
    const { status, headers, body } = await handleRequest(request, url, options);
    response.writeHead(status, headers);
    response.end(body);
  };
}
