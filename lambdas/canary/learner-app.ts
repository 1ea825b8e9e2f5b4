import * as z from "zod/mini";
import { exampleFolder, metadataPath } from "../../domain/content/scenario.ts";
import type { ContentGrant } from "../../domain/practice/content-grant.ts";
import type { practiceRoutes } from "../../domain/practice/practice-routes.ts";
import type { ClientMessage, channelProtocol, ServerMessage } from "../../domain/realtime/channel.ts";
import { attemptTimeoutMs } from "../runtime/time-limits.ts";
import { CanaryError } from "./canary-error.ts";

/** "none" if the stage has no example yet. */
export type ExampleState = "heard" | "none";

export type ExampleGrant = Pick<ContentGrant, "folder" | "folderUrl" | "query">;

/** Calls the stage like the web app of a learner who practises an example. */
export type LearnerApp = {
  fetchGrant: (accessToken: string) => Promise<ExampleGrant>;
  hearExample: (grant: ExampleGrant) => Promise<ExampleState>;
  joinChannel: (accessToken: string) => Promise<void>;
};

export type LearnerAppSettings = {
  /** Without a trailing slash. */
  apiUrl: string;
  realtimeUrl: string;
};

// Copies of the few literals and schemas that the canary needs. Importing their modules from domain/ would make the
// bundle larger. The compiler checks the literals against the types of the originals.
const grantRoute: Pick<(typeof practiceRoutes)["grant-content"], "method" | "path"> = {
  method: "POST",
  path: "/content-grants",
};
const protocol: typeof channelProtocol = "parlance";
const heartbeat: ClientMessage = { type: "heartbeat" };
const heartbeatResponse: ServerMessage["type"] = "heartbeat-ok";
const AnyMessage = z.object({ type: z.optional(z.string()) });
const Grants = z.object({
  grants: z.array(z.object({ folder: z.string(), folderUrl: z.string(), query: z.string() })),
});
const Scenarios = z.array(z.object({ id: z.string() }));
const Segments = z.array(z.object({ audio: z.string() }));

const rangeBytes = 1024;

const timeLimit = () => AbortSignal.timeout(attemptTimeoutMs("learner"));

function parse<Schema extends z.ZodMiniType>(schema: Schema, value: unknown, what: string): z.output<Schema> {
  const parsed = z.safeParse(schema, value);
  if (!parsed.success) throw new CanaryError("bad_response", `${what} has another shape`);
  return parsed.data;
}

async function fetchGrant(apiUrl: string, accessToken: string): Promise<ExampleGrant> {
  const { method, path } = grantRoute;
  const headers = { authorization: `Bearer ${accessToken}` };
  const answered = await fetch(`${apiUrl}${path}`, { method, headers, signal: timeLimit() });
  if (answered.status !== 200) throw new CanaryError("refused", `${method} ${path} returned ${answered.status}`);
  const { grants } = parse(Grants, await answered.json(), `The response of ${path}`);
  const grant = grants.find(({ folder }) => folder === exampleFolder);
  if (!grant) throw new CanaryError("bad_response", "No grant is for the examples");
  return grant;
}

function fetchFile({ folderUrl, query }: ExampleGrant, path: string, headers: Record<string, string> = {}) {
  return fetch(`${folderUrl}${path}?${query}`, { headers, signal: timeLimit() });
}

/** CloudFront has permission to list the bucket, so S3 reports a missing file as 404 and not as 403. */
async function fetchJson<Schema extends z.ZodMiniType>(
  grant: ExampleGrant,
  path: string,
  schema: Schema,
): Promise<z.output<Schema> | null> {
  const response = await fetchFile(grant, path);
  if (response.status === 404) return null;
  if (response.status !== 200) throw new CanaryError("refused", `${path} returned ${response.status}`);
  return parse(schema, await response.json(), path);
}

async function hearExample(grant: ExampleGrant): Promise<ExampleState> {
  const [scenario] = (await fetchJson(grant, metadataPath(""), Scenarios)) ?? [];
  if (!scenario) return "none";
  const folder = `${scenario.id}/`;
  const [segment] = (await fetchJson(grant, metadataPath(folder), Segments)) ?? [];
  if (!segment) throw new CanaryError("bad_response", `${folder} has no segments`);
  const original = `${folder}segments/${segment.audio}`;
  const response = await fetchFile(grant, original, { range: `bytes=0-${rangeBytes - 1}` });
  if (response.status !== 206) throw new CanaryError("refused", `${original} returned ${response.status}, not 206`);
  const { byteLength } = await response.arrayBuffer();
  if (byteLength === 0 || byteLength > rangeBytes) {
    throw new CanaryError("bad_response", `${original} returned ${byteLength} bytes of a range of ${rangeBytes}`);
  }
  return "heard";
}

function waitFor(socket: WebSocket, type: "open" | "message" | "close", limit: AbortSignal): Promise<Event> {
  const { promise, resolve, reject } = Promise.withResolvers<Event>();
  const end = new AbortController();
  const on = (name: string, run: (event: Event) => void) => socket.addEventListener(name, run, { signal: end.signal });
  on(type, resolve);
  if (type !== "close") {
    on("error", () => reject(new CanaryError("refused", "The channel did not open")));
    on("close", () => reject(new CanaryError("refused", "The channel closed before it answered")));
  }
  limit.addEventListener("abort", () => reject(limit.reason), { signal: end.signal });
  return promise.finally(() => end.abort());
}

async function joinChannel(realtimeUrl: string, accessToken: string): Promise<void> {
  const limit = timeLimit();
  const socket = new WebSocket(realtimeUrl, [protocol, accessToken]);
  await waitFor(socket, "open", limit);
  const closed = waitFor(socket, "close", limit);
  try {
    const answered = waitFor(socket, "message", limit);
    socket.send(JSON.stringify(heartbeat));
    const event = await answered;
    const text = event instanceof MessageEvent ? String(event.data) : "";
    const { type } = parse(AnyMessage, JSON.parse(text), "The response to a heartbeat");
    if (type !== heartbeatResponse) throw new CanaryError("bad_response", `A heartbeat was answered with ${type}`);
  } finally {
    socket.close();
    // Lambda freezes the process after the run. A connection that is still closing would stay open.
    await closed;
  }
}

export function createLearnerApp({ apiUrl, realtimeUrl }: LearnerAppSettings): LearnerApp {
  return {
    fetchGrant: (accessToken) => fetchGrant(apiUrl, accessToken),
    hearExample,
    joinChannel: (accessToken) => joinChannel(realtimeUrl, accessToken),
  };
}
