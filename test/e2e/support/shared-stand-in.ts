import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { SegmentList } from "../../../domain/content/pack.ts";
import { scenarioFolder } from "../../../domain/content/scenario.ts";
import type { ExamAttemptFacts, Marking } from "../../../domain/exam/exam-attempt.ts";
import { mergeChanges } from "../../../domain/exam/exam-marking.ts";
import { isMarkingComplete } from "../../../domain/exam/exam-result.ts";
import { guestRoutes, type OpenedShare } from "../../../domain/sharing/guest-routes.ts";
import { toLinkToken } from "../../../domain/sharing/link-token.ts";
import type { OwnComment } from "../../../domain/sharing/share-comment.ts";
import { createTone } from "./short-audio.ts";

const packDirectory = join(import.meta.dirname, "../../../content/pack");
const scenarios = ["example-1", "example-2"] as const;

export const sharedToken = toLinkToken(new Uint8Array(16).fill(7));

/** The query of signed URLs. The local cloud refuses this signature, so a request that the stand-in misses fails. */
const signature = "stand-in";

/** Shared recordings use the content's origin too, because the page's security policy allows that origin. */
async function fetchContentOrigin(appUrl: string): Promise<string> {
  const config = await (await fetch(`${appUrl}/config.json`)).json();
  return z.parse(z.object({ contentUrl: z.url() }), config).contentUrl;
}

const readSegments = (scenario: string) =>
  SegmentList.parse(
    JSON.parse(readFileSync(join(packDirectory, scenarioFolder("nepali", scenario), "metadata.json"), "utf8")),
  );

export type ShareOptions = {
  kind?: "dialogue" | "exam";
  question?: string;
  asker?: string;
  showsMarks?: boolean;
  /** The number of shared segments in each dialogue. */
  segments?: number;
  /** The length of each recording. */
  seconds?: number;
  learnerMarking?: Marking | null;
  savedComments?: string[] | null;
};

type Refused = { status: number; code: string };

export type SharedRecordings = {
  url: string;
  comments: () => OwnComment[];
  marking: () => Marking | null;
  reports: () => string[];
  uploads: () => Buffer[];
  calls: (name: keyof typeof guestRoutes) => number;
  /** Refuses further calls of the named routes, by default of all routes. Null ends the refusals. */
  refuse: (refused: Refused | null, names?: readonly (keyof typeof guestRoutes)[]) => void;
};

function createAttempt(segments: number, seconds: number): ExamAttemptFacts {
  const heard = { heard_at: "2026-11-20T08:00:00.000Z", repeats: 0, take_seconds: seconds, interrupted: false };
  return {
    exam: "naati-ccl",
    seed: 1,
    started_at: "2026-11-20T08:00:00.000Z",
    ended_at: "2026-11-20T08:20:00.000Z",
    outcome: "finished",
    revision: 9,
    interruptions: [],
    dialogues: scenarios.map((scenario_id) => ({
      language: "nepali",
      scenario_id,
      topic_id: "example",
      title: titleOf(scenario_id),
      segments: Array.from({ length: segments }, () => heard),
    })),
  };
}

const titleOf = (scenario: string) => (scenario === "example-1" ? "A cough at the doctor's" : "Renting a flat");

const allowAnyOrigin = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "*",
  "access-control-allow-headers": "*",
};

function createServer(options: ShareOptions, contentOrigin: string) {
  const storage = `${contentOrigin}/stand-in`;
  const { kind = "dialogue", segments = 3, seconds = 8, showsMarks = true } = options;
  const dialogues = kind === "exam" ? scenarios : scenarios.slice(0, 1);
  const attempt = kind === "exam" ? createAttempt(segments, seconds) : null;
  const comments = new Map<string, OwnComment>();
  const arrived = new Set<string>();
  const reports: string[] = [];
  let name: string | null = null;
  let saved = options.savedComments ?? null;
  let marking: Marking | null = null;
  const voiceUrl = (id: string) => `${storage}/voice-${id}.mp3?${signature}`;
  const own = (comment: OwnComment): OwnComment => ({
    ...comment,
    voice_url: arrived.has(comment.comment_id) ? voiceUrl(comment.comment_id) : null,
  });
  const opened = (): OpenedShare => {
    const isComplete = attempt !== null && marking !== null && isMarkingComplete(attempt, marking.changes);
    return {
      asker: options.asker ?? "Asha",
      question: options.question ?? "Am I too slow, and did I get the medicine right?",
      created_at: "2026-11-20T09:00:00.000Z",
      expires_at: "2026-12-10T09:00:00.000Z",
      subject:
        kind === "exam"
          ? { kind, attempt_id: "7d444840-9dc0-41d1-b245-5ffdce74fad2", shows_marks: showsMarks }
          : { kind },
      dialogues: dialogues.map((scenario_id) => ({ language: "nepali", scenario_id, title: titleOf(scenario_id) })),
      recordings: dialogues.flatMap((_, dialogue) =>
        Array.from({ length: segments }, (__, segment) => ({
          ...{ dialogue, segment, seconds, bytes: 32_000 },
          url: `${storage}/recording-${dialogue}-${segment}.mp3?${signature}`,
        })),
      ),
      content: dialogues.map((scenario_id) => {
        const folder = scenarioFolder("nepali", scenario_id);
        return { folderUrl: `${contentOrigin}/${folder}`, folder, query: signature, expiresInSeconds: 300 };
      }),
      exam: attempt,
      guest:
        name === null
          ? null
          : {
              name,
              comments: [...comments.values()].map(own),
              marking,
              learner_marking: showsMarks && isComplete ? (options.learnerMarking ?? null) : null,
            },
      saved_comments: saved,
    };
  };
  const saveComment = (body: z.output<(typeof guestRoutes)["save-guest-comment"]["body"]>) => {
    const { comment, guest } = body;
    name = body.name;
    const now = new Date().toISOString();
    const created_at = comments.get(comment.comment_id)?.created_at ?? now;
    const stored = {
      ...comment,
      guest_id: guest.guest_id,
      created_at,
      changed_at: now,
      voice_url: null,
      is_voice_refused: false,
    };
    comments.set(comment.comment_id, stored);
    const fields = { key: `voice-${comment.comment_id}.mp3`, "Content-Type": "audio/mpeg" };
    const isAwaited = comment.voice !== null && !arrived.has(comment.comment_id);
    return { comment: own(stored), upload: isAwaited ? { url: `${storage}/?${signature}`, fields } : null };
  };
  const mark = (body: z.output<(typeof guestRoutes)["mark-shared-exam"]["body"]>) => {
    name = body.name;
    const { guest_id: marking_id } = body.guest;
    const changes = mergeChanges(marking?.changes ?? [], body.changes);
    marking = { marking_id, created_at: marking?.created_at ?? body.created_at, changes };
    return marking;
  };
  const remove = (id: string | null) => {
    if (id !== null) comments.delete(id);
    else {
      comments.clear();
      marking = null;
      name = null;
    }
    return { deleted: true };
  };
  const answers: {
    [Name in keyof typeof guestRoutes]: (body: z.output<(typeof guestRoutes)[Name]["body"]>) => unknown;
  } = {
    "open-share": opened,
    "save-guest-comment": saveComment,
    "mark-shared-exam": mark,
    "delete-guest-writing": ({ comment_id }) => remove(comment_id),
    "report-share": ({ reason }) => {
      reports.push(reason);
      return { reported: true };
    },
    "add-reusable-comment": ({ comment }) => {
      saved = [...(saved ?? []), comment];
      return { saved: true };
    },
  };
  return { answers, comments, arrived, reports, marking: () => marking };
}

type RouteName = keyof typeof guestRoutes;

const routeOf = (path: string) =>
  // Object.keys returns string[], and these are exactly the routes' names.
  (Object.keys(guestRoutes) as RouteName[]).find((name) => guestRoutes[name].path === path);

/** The form is multipart (RFC 7578). S3 requires the file as the last field. */
function fileOf(form: Buffer): Buffer {
  const boundary = form.subarray(0, form.indexOf("\r\n"));
  const start = form.indexOf("\r\n\r\n", form.lastIndexOf('name="file"')) + 4;
  return form.subarray(start, form.indexOf(boundary, start) - 2);
}

export type StandInRequest = { method: string; url: string; body: Buffer };
export type StandInResponse = { status: number; headers: Record<string, string>; contentType: string; body: Buffer };

export type StandIn = SharedRecordings & {
  /** Returns null for a request that the stand-in does not handle. */
  respond: (request: StandInRequest) => StandInResponse | null;
};

const respondWith = (status: number, contentType: string, body: Buffer): StandInResponse => ({
  ...{ status, contentType, body },
  headers: allowAnyOrigin,
});
const respondJson = (status: number, value: unknown) =>
  respondWith(status, "application/json", Buffer.from(JSON.stringify(value)));
const respondEmpty = () => respondWith(204, "text/plain", Buffer.alloc(0));

type Server = ReturnType<typeof createServer>;

function createFileServer({ arrived }: Server, seconds: number) {
  const tone = Buffer.from(createTone(seconds));
  const uploads: Buffer[] = [];
  const respond = ({ method, url, body }: StandInRequest): StandInResponse => {
    const { pathname } = new URL(url);
    if (method === "OPTIONS") return respondEmpty();
    if (method === "POST") {
      uploads.push(fileOf(body));
      const id = /voice-([0-9a-f-]{36})\.mp3/.exec(body.toString("latin1"))?.[1];
      if (id) arrived.add(id);
      return respondEmpty();
    }
    if (pathname.endsWith(".json")) return respondJson(200, readSegments(pathname.split("/").at(-2) ?? ""));
    return respondWith(200, "audio/mpeg", tone);
  };
  return { uploads, respond };
}

function createRouteServer({ answers }: Server) {
  const calls = new Map<RouteName, number>();
  let refused: { by: Refused; names: readonly RouteName[] | undefined } | null = null;
  const respond = ({ method, url, body }: StandInRequest): StandInResponse => {
    if (method === "OPTIONS") return respondEmpty();
    const name = routeOf(new URL(url).pathname);
    if (!name) throw new Error(`No route ${url}`);
    calls.set(name, (calls.get(name) ?? 0) + 1);
    const isRefused = refused && (refused.names?.includes(name) ?? true);
    if (refused && isRefused) return respondJson(refused.by.status, { code: refused.by.code, message: "" });
    const parsed = z.parse(guestRoutes[name].body, JSON.parse(body.toString()));
    // TypeScript cannot connect the route's schema to its answer.
    const answer = answers[name] as (from: typeof parsed) => unknown;
    return respondJson(200, answer(parsed));
  };
  const refuse: SharedRecordings["refuse"] = (by, names) => {
    refused = by && { by, names };
  };
  return { calls, refuse, respond };
}

/** Creates a stand-in for the API, S3 and the content. */
export async function createStandIn(appUrl: string, options: ShareOptions = {}): Promise<StandIn> {
  const contentOrigin = await fetchContentOrigin(appUrl);
  const server = createServer(options, contentOrigin);
  const files = createFileServer(server, options.seconds ?? 8);
  const routes = createRouteServer(server);
  return {
    url: `${appUrl}/shared#${sharedToken}`,
    comments: () => [...server.comments.values()],
    marking: server.marking,
    reports: () => server.reports,
    uploads: () => files.uploads,
    calls: (name) => routes.calls.get(name) ?? 0,
    refuse: routes.refuse,
    respond: (request) => {
      const { origin, pathname, search } = new URL(request.url);
      if (origin === contentOrigin && search === `?${signature}`) return files.respond(request);
      return pathname.startsWith("/shared") && origin !== new URL(appUrl).origin ? routes.respond(request) : null;
    },
  };
}
