import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Share } from "../../../domain/sharing/share.ts";
import { connectApi } from "../../../web/src/api.ts";
import { useShareChanges } from "../../../web/src/features/sharing/shares.ts";
import { dismissToast, shownToasts } from "../../../web/src/ui/toasts.ts";

type Changes = ReturnType<typeof useShareChanges>;

const shareId = "6f9619ff-8b86-4d01-b42d-00c04fc964ff";
const at = "2026-11-26T09:00:00.000Z";
const share: Share = {
  ...{ share_id: shareId, link_id: "", created_at: at, expires_at: at, state: "open", subject: { kind: "dialogue" } },
  ...{ asker: "Asha", question: "", dialogues: [], recordings: [], guests: [], teachers: [], comments: 0 },
};

beforeEach(() => {
  connectApi({
    apiUrl: "",
    accessToken: async () => "token",
    renewToken: async () => null,
    getSessionSignal: () => new AbortController().signal,
    onAccountDeleted: () => undefined,
  });
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
});
afterEach(() => {
  for (const { id } of shownToasts()) dismissToast(id);
  vi.unstubAllGlobals();
});

function renderChanges(): Changes {
  const given: Changes[] = [];
  const Screen = () => {
    given.push(useShareChanges("asha"));
    return null;
  };
  renderToStaticMarkup(createElement(QueryClientProvider, { client: new QueryClient() }, createElement(Screen)));
  const [changes] = given;
  if (!changes) throw new Error("The screen was not rendered");
  return changes;
}

test.each<[string, (changes: Changes) => Promise<unknown>]>([
  ["the block of a link", ({ setBlocked }) => setBlocked.mutateAsync({ share, isBlocked: true })],
  [
    "the deletion of a comment",
    ({ deleteComment }) => deleteComment.mutateAsync({ shareId, commentId: crypto.randomUUID() }),
  ],
  ["the email setting", ({ setEmail }) => setEmail.mutateAsync(true)],
  ["the end of sharing with a teacher", ({ leaveTeacher }) => leaveTeacher.mutateAsync(crypto.randomUUID())],
])("useShareChanges shows the learner why %s was not saved", async (_, change) => {
  await expect(change(renderChanges())).rejects.toThrow();
  expect(shownToasts()).toMatchObject([
    { title: "Change Not Saved", description: "Parlance cannot be reached. Check your connection and try again." },
  ]);
});
