// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, createElement } from "react";
import { createRoot } from "react-dom/client";
import { MemoryRouter } from "react-router";
import { expect, onTestFinished, test, vi } from "vitest";
import type { Share } from "../../../domain/sharing/share.ts";
import { ShareList } from "../../../web/src/features/sharing/share-list.tsx";

const at = "2026-11-26T09:00:00.000Z";
const share: Share = {
  ...{ share_id: "6f9619ff-8b86-4d01-b42d-00c04fc964ff", created_at: at, expires_at: "2099-11-26T09:00:00.000Z" },
  ...{
    link_id: "0a6bd4b7-61ad-4c54-a1a5-0d0f7f9d0c11",
    state: "open",
    subject: { kind: "dialogue" },
    asker: "Asha",
    question: "",
    recordings: [],
    guests: [],
  },
  ...{ dialogues: [{ language: "nepali", scenario_id: "health-1", title: "Health" }], teachers: [], comments: 0 },
};

async function renderNames(shares: readonly Share[]): Promise<[name: string, text: string][]> {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  queries.setQueryData(["shares", "asha", "list"], { shares, teachers: [], wants_email: false });
  const list = createElement(QueryClientProvider, { client: queries }, createElement(ShareList, { userId: "asha" }));
  const place = document.createElement("div");
  const root = createRoot(place);
  onTestFinished(() => act(async () => root.unmount()));
  await act(async () => root.render(createElement(MemoryRouter, null, list)));
  const buttons = [...place.querySelectorAll("button[aria-label]")];
  return buttons.map((button) => [button.getAttribute("aria-label") ?? "", button.textContent]);
}

// WCAG 2.2, success criterion 2.5.3: the name contains the text that is visible, preferably at its start.
test.each<[string, Partial<Share>, string[]]>([
  ["open", {}, ["Show link", "Block", "End link"]],
  ["blocked", { state: "blocked" }, ["Show link", "Unblock", "End link"]],
  ["expired", { expires_at: at }, ["Delete"]],
])("for a link that is %s, each button's accessible name starts with its visible text", async (_, changes, texts) => {
  const names = await renderNames([{ ...share, ...changes }]);
  expect(names.map(([, text]) => text)).toEqual(texts);
  for (const [name, text] of names) expect(name.startsWith(`${text} `)).toBe(true);
});
