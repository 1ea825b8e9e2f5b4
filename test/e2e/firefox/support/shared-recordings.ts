import type { HTTPRequest, Page } from "puppeteer-core";
import { createStandIn, type SharedRecordings, type ShareOptions } from "../../support/shared-stand-in.ts";

export async function shareRecordings(page: Page, appUrl: string, options: ShareOptions): Promise<SharedRecordings> {
  const standIn = await createStandIn(appUrl, options);
  const answer = async (request: HTTPRequest) => {
    const body = Buffer.from((await request.fetchPostData()) ?? "");
    const response = standIn.respond({ method: request.method(), url: request.url(), body });
    return response ? request.respond(response) : request.continue();
  };
  await page.setRequestInterception(true);
  page.on("request", (request) => void answer(request));
  return standIn;
}
