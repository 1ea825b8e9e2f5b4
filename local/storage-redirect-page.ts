import { createHash } from "node:crypto";
import { localPage, pageHeaders } from "../fakes/foundation/page.ts";

export type LocalResponse = { status: number; headers: Record<string, string>; body: string };

export type StorageRedirect = {
  /** Local storage items, stored in this order. */
  keep: Readonly<Record<string, string>>;
  /** Local storage items with these prefixes, and an IndexedDB database. */
  forget: { items: readonly string[]; database: string };
  to: string;
};

function createScript({ keep, forget, to }: StorageRedirect): string {
  return `const { keep, forget, to } = ${JSON.stringify({ keep, forget, to }).replaceAll("<", "\\u003c")};
for (const key of Object.keys(localStorage)) {
  if (forget.items.some((beginning) => key.startsWith(beginning))) localStorage.removeItem(key);
}
for (const [key, value] of Object.entries(keep)) localStorage.setItem(key, value);
const forgetting = indexedDB.deleteDatabase(forget.database);
forgetting.onsuccess = forgetting.onerror = forgetting.onblocked = () => location.replace(to);`;
}

export function createStorageRedirectPage(leading: StorageRedirect): LocalResponse {
  const script = createScript(leading);
  const digest = createHash("sha256").update(script).digest("base64");
  const policy = `${pageHeaders["content-security-policy"]}; script-src 'sha256-${digest}'`;
  return {
    status: 200,
    headers: { ...pageHeaders, "content-security-policy": policy },
    body: localPage("Preview", `<p>The dialogue is opening…</p><script>${script}</script>`),
  };
}
