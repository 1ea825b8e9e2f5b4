import type { Page, Request } from "playwright-core";
import { waitUntilShown } from "./wait-until-shown.ts";

const isCall = (method: string, path: string) => (request: Request) =>
  request.method() === method && new URL(request.url()).pathname === path;

export function countCalls(page: Page, method: string, path: string): () => number {
  let calls = 0;
  const counts = isCall(method, path);
  page.on("request", (request) => {
    if (counts(request)) calls += 1;
  });
  return () => calls;
}

export async function refuse(page: Page, path: string, status: number, code: string, message: string): Promise<void> {
  await page.route(
    (url) => url.pathname === path && url.origin !== new URL(page.url()).origin,
    (route) =>
      route.fulfill({
        status,
        headers: { "access-control-allow-origin": "*", "content-type": "application/json" },
        body: JSON.stringify({ code, message }),
      }),
  );
}

export async function openTab(page: Page, name: string): Promise<void> {
  await page.getByRole("tab", { name }).click();
  await waitUntilShown(page.getByRole("tabpanel", { name }));
}

export const nameField = (page: Page) => page.getByLabel("Full name");
export const saveButton = (page: Page) => page.getByRole("button", { name: "Save changes" });
