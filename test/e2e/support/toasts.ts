import type { Page } from "playwright-core";
import { expect } from "vitest";
import { shown } from "./shown.ts";

type Words = readonly [title: string, description?: string | RegExp];

/** Waits for messages, and in the end tells whether every one of a catalogue was seen. */
export function watchToasts<const Catalogue extends Readonly<Record<string, Words>>>(catalogue: Catalogue) {
  const unseen = new Set<string>(Object.keys(catalogue));
  return {
    sees: async (page: Page, name: keyof Catalogue & string): Promise<void> => {
      const [title, description] = catalogue[name] ?? [""];
      const toast = page.getByRole("region", { name: /^Messages/ }).getByRole("listitem");
      const described = description === undefined ? toast : toast.filter({ hasText: description });
      await shown(described.filter({ has: page.getByText(title, { exact: true }) }));
      unseen.delete(name);
    },
    allSeen: () => expect([...unseen], "messages that were never seen").toEqual([]),
  };
}
