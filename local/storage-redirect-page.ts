import { createHash } from "node:crypto";
import { localPage, pageHeaders } from "../fakes/foundation/page.ts";

/** What a local page answers. */
export type LocalResponse = { status: number; headers: Record<string, string>; body: string };

export type StorageRedirect = {
  /** Put into the local storage, in this order. */
  keep: Readonly<Record<string, string>>;
  /** Removed before: what begins so in the local storage, and an IndexedDB database. */
  forget: { items: readonly string[]; database: string };
  /** The path of the screen to which the page leads. */
  to: string;
};

/** Runs in the browser. */
function createScript({ keep, forget, to }: StorageRedirect): string {
  return `const { keep, forget, to } = ${JSON.stringify({ keep, forget, to }).replaceAll("<", "\\u003c")};
for (const key of Object.keys(localStorage)) {
  if (forget.items.some((beginning) => key.startsWith(beginning))) localStorage.removeItem(key);
}
for (const [key, value] of Object.entries(keep)) localStorage.setItem(key, value);
const forgetting = indexedDB.deleteDatabase(forget.database);
forgetting.onsuccess = forgetting.onerror = forgetting.onblocked = () => location.replace(to);`;
}

/** A page that changes what this browser keeps and leads on; of all local pages it alone runs a script, and that one only. */
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
