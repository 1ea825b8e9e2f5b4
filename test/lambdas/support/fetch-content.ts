import { request as requestHttp } from "node:http";
import { text } from "node:stream/consumers";
import type { ContentGrant } from "../../../domain/practice/content-grant.ts";

export const worthlessGrant: ContentGrant = {
  folder: "",
  folderUrl: "http://localhost:9",
  query: "",
  expiresInSeconds: 1,
};

/** In ms since 1970. */
export function expiryOf({ query }: ContentGrant): number {
  const policy = new URLSearchParams(query).get("Policy") ?? "";
  const json = Buffer.from(policy.replaceAll("-", "+").replaceAll("_", "=").replaceAll("~", "/"), "base64").toString();
  const seconds = /"AWS:EpochTime":(\d+)/.exec(json)?.[1];
  if (!seconds) throw new Error(`There is no end in the policy ${json}`);
  return Number(seconds) * 1000;
}

/**
 * Returns null if the content is refused or missing. Does not normalise the path, unlike `fetch`. A path with a leading
 * "/" starts at the content's origin.
 */
export async function fetchContent({ folderUrl, query }: ContentGrant, path: string): Promise<string | null> {
  const { hostname, port, pathname } = new URL(folderUrl);
  const response = await new Promise<import("node:http").IncomingMessage>((resolve, reject) => {
    requestHttp({ hostname, port, path: `${path.startsWith("/") ? "" : pathname}${path}?${query}` }, resolve)
      .on("error", reject)
      .end();
  });
  const body = await text(response);
  if (response.statusCode === 200) return body;
  if (response.statusCode === 403 || response.statusCode === 404) return null;
  throw new Error(`The content answered ${response.statusCode}: ${body}`);
}
