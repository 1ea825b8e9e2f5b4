import { vi } from "vitest";
import { connectApi } from "../../../web/src/api.ts";
import { setGrantBasis } from "../../../web/src/features/content/content.ts";

type Answer = Response | Error;

export type ContentServer = {
  requests: string[];
  /** The responses by path. */
  files: Map<string, () => Answer>;
  /** The folders that the learner is granted. */
  folders: string[];
  offline: boolean;
  /** The status with which the API refuses grants. */
  refusedStatus: number | null;
  /** The facts on which grants depend. */
  basis: string;
};

let servers = 0;

const contentUrl = "https://content.test/";

/** Replaces the global `fetch`. Call `vi.unstubAllGlobals` after the test. */
export function startContentServer(): ContentServer {
  const server: ContentServer = {
    requests: [],
    files: new Map(),
    folders: ["nepali/example/"],
    offline: false,
    refusedStatus: null,
    basis: "",
  };
  let given = 0;
  const answer = (url: string): Answer => {
    if (server.offline) return new TypeError("Failed to fetch");
    if (url === "https://api.test/content-grants") {
      if (server.refusedStatus) return Response.json({ message: "Unauthorized" }, { status: server.refusedStatus });
      given += 1;
      const grants = server.folders.map((folder) => ({
        folder,
        folderUrl: contentUrl + folder,
        query: `grant=${given}`,
        expiresInSeconds: 3600,
      }));
      return Response.json({ grants });
    }
    const { pathname } = new URL(url);
    return server.files.get(pathname.slice(1))?.() ?? new Response("<Error/>", { status: 403 });
  };
  vi.stubGlobal("fetch", async (url: string) => {
    server.requests.push(url.replace(contentUrl, "").replace("https://api.test/", "API "));
    const given = answer(url);
    if (given instanceof Error) throw given;
    return given;
  });
  connectApi({
    apiUrl: "https://api.test",
    accessToken: async () => "token",
    renewToken: async () => null,
    getSessionSignal: () => new AbortController().signal,
    onAccountDeleted: () => {},
  });
  // Each server has another learner, so that no grant of an earlier server is reused.
  servers += 1;
  const learner = servers;
  setGrantBasis(() => `${learner} ${server.basis}`);
  return server;
}
