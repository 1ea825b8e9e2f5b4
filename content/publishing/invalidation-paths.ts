/** Most paths in one invalidation; CloudFront charges for each beyond a thousand a month. */
const mostPaths = 10;

/** The paths to be forgotten for these names: each by itself, or their languages, or everything if those are many too. */
export function invalidationPaths(names: readonly string[]): string[] {
  if (names.length <= mostPaths) return names.map((name) => `/${name}`);
  const folders = new Set(names.map((name) => `/${name.slice(0, name.indexOf("/") + 1)}*`));
  return folders.size <= mostPaths ? [...folders] : ["/*"];
}
