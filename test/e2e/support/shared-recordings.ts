import type { Page } from "playwright-core";
import { createStandIn, type SharedRecordings, type ShareOptions } from "./shared-stand-in.ts";

export async function shareRecordings(
  page: Page,
  appUrl: string,
  options: ShareOptions = {},
): Promise<SharedRecordings> {
  const standIn = await createStandIn(appUrl, options);
  await page.route(/^http/, async (route) => {
    const request = route.request();
    const body = request.postDataBuffer() ?? Buffer.alloc(0);
    const response = standIn.respond({ method: request.method(), url: request.url(), body });
    return response ? route.fulfill(response) : route.fallback();
  });
  return standIn;
}
