import { readFile } from "node:fs/promises";
import type { HTTPRequest, Page } from "puppeteer-core";
import { SegmentList } from "../../../../domain/content/pack.ts";
import { createTone } from "../../support/short-audio.ts";

const examples = new URL("../../../../content/pack/nepali/example/", import.meta.url);

async function beginningOf(example: string, segments: number): Promise<string> {
  const list = SegmentList.parse(JSON.parse(await readFile(new URL(`${example}/metadata.json`, examples), "utf8")));
  return JSON.stringify(list.slice(0, segments));
}

export async function shortenContent(page: Page, segments: number, seconds: number): Promise<void> {
  const tone = new Uint8Array(createTone(seconds));
  const headers = { "access-control-allow-origin": "*" };
  const answer = async (request: HTTPRequest) => {
    const { pathname } = new URL(request.url());
    const example = /\/(example-\d+)\/metadata\.json$/.exec(pathname)?.[1];
    if (example) {
      return request.respond({ headers, contentType: "application/json", body: await beginningOf(example, segments) });
    }
    if (/\/segments\/[^/]*\.mp3$/.test(pathname)) {
      return request.respond({ headers, contentType: "audio/mpeg", body: tone });
    }
    return request.continue();
  };
  await page.setRequestInterception(true);
  page.on("request", (request) => void answer(request));
}
