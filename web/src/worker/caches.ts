import { hashedFiles } from "../../../domain/http/site-files.ts";
import { appFilesCache, fontsCache } from "../browser/stored-by-worker.ts";

const [appCachePrefix = ""] = appFilesCache.key.split("{");
const appCacheName = (version: string) => appCachePrefix + version;

const openAppCache = (version: string) => caches.open(appCacheName(version));

async function fetchWhole(file: string): Promise<Response> {
  // The names of hashed files change with their content, so the browser's own cache of them is never outdated.
  const response = await fetch(file, { cache: file.startsWith(hashedFiles.path) ? "default" : "no-cache" });
  if (!response.ok || response.redirected) throw new Error(`${file} could not be loaded (${response.status})`);
  return response;
}

/** Stores the files of a version. Copies hashed files from caches that have them. Rejects if a file is missing. */
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

/** Serves a file of the app from the stored files of this version, otherwise from the network. */
export async function serveAppFile(version: string, file: string, request: Request): Promise<Response> {
  const known = await (await openAppCache(version)).match(file);
  return known ?? fetch(request);
}

/** Serves a font from the app's files, from the cache of fonts, or from the network, and caches a fetched font. */
export async function serveFont(version: string, request: Request): Promise<Response> {
  const known = await (await openAppCache(version)).match(request.url);
  if (known) return known;
  const fonts = await caches.open(fontsCache.key);
  const kept = await fonts.match(request.url);
  if (kept) return kept;
  const response = await fetch(request);
  // If the disk is full, the font is fetched again at its next use.
  if (response.ok) await fonts.put(request.url, response.clone()).catch(() => undefined);
  return response;
}

/**
 * Serves the stored settings of the stage, because the app cannot start without settings. Also fetches new settings,
 * and stores them for the next start.
 */
export async function serveSettings(version: string, request: Request): Promise<Response> {
  const cache = await openAppCache(version);
  const fresh = fetch(request).then(async (response) => {
    if (response.ok) await cache.put(request.url, response.clone()).catch(() => undefined);
    return response;
  });
  const known = await cache.match(request.url);
  if (!known) return fresh;
  // Without a network, the stored settings stay.
  fresh.catch(() => undefined);
  return known;
}
