import type { Page } from "playwright-core";
import { waitUntilShown } from "./wait-until-shown.ts";

type ToastText = readonly [title: string, description?: string | RegExp];

export function createToastExpectations<const Catalogue extends Readonly<Record<string, ToastText>>>(
  catalogue: Catalogue,
) {
  return {
    sees: async (page: Page, name: keyof Catalogue & string): Promise<void> => {
      const [title, description] = catalogue[name] ?? [""];
      const toast = page.getByRole("region", { name: /^Messages/ }).getByRole("listitem");
      const described = description === undefined ? toast : toast.filter({ hasText: description });
      await waitUntilShown(described.filter({ has: page.getByText(title, { exact: true }) }));
    },
  };
}
