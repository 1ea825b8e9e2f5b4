import { hashedFiles } from "../../../domain/http/site-files.ts";
import { appFilesCache, fontsCache } from "../browser/stored-by-worker.ts";

const [appCachePrefix = ""] = appFilesCache.key.split("{");
const appCacheName = (version: string) => appCachePrefix + version;

const openAppCache = (version: string) => caches.open(appCacheName(version));

async function fetchWhole(file: string): Promise<Response> {
  // The names of hashed files change with their content, so the browser's HTTP cache of these files is not outdated.
  const response = await fetch(file, { cache: file.startsWith(hashedFiles.path) ? "default" : "no-cache" });
  if (!response.ok || response.redirected) throw new Error(`${file} could not be loaded (${response.status})`);
  return response;
}

export async function storeAppFiles(version: string, files: readonly string[]): Promise<void> {
  const cache = await openAppCache(version);
  const store = async (file: string) => {
    const known = file.startsWith(hashedFiles.path) ? await caches.match(file) : undefined;
    await cache.put(file, known ?? (await fetchWhole(file)));
  };
  await Promise.all(files.map(store));
}

export async function removeOtherVersions(version: string): Promise<void> {
  const names = await caches.keys();
  const others = names.filter((name) => name.startsWith(appCachePrefix) && name !== appCacheName(version));
  await Promise.all(others.map((name) => caches.delete(name)));
}

export async function serveAppFile(version: string, file: string, request: Request): Promise<Response> {
  const known = await (await openAppCache(version)).match(file);
  return known ?? fetch(request);
}

export async function serveFont(version: string, request: Request): Promise<Response> {
  const known = await (await openAppCache(version)).match(request.url);
  if (known) return known;
  const fonts = await caches.open(fontsCache.key);
  const kept = await fonts.match(request.url);
  if (kept) return kept;
  const response = await fetch(request);
  // A font that cannot be stored, for example on a full disk, is fetched again at its next use.
  if (response.ok) await fonts.put(request.url, response.clone()).catch(() => undefined);
  return response;
}

/**
 * Returns stored settings if there are any, so that the app can start without a network. Also fetches settings for the
 * next start.
 */
export async function serveSettings(version: string, request: Request): Promise<Response> {
  const cache = await openAppCache(version);
  const fresh = fetch(request).then(async (response) => {
    if (response.ok) await cache.put(request.url, response.clone()).catch(() => undefined);
    return response;
  });
  const known = await cache.match(request.url);
  if (!known) return fresh;
  fresh.catch(() => undefined);
  return known;
}
