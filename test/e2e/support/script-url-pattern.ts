import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../support/child-app.ts";

/**
 * Returns a URL pattern that matches exactly one script of the built app. Tests block or delay requests that match the
 * pattern. A pattern without a match would make such a test check nothing.
 * @throws if no script matches, or several
 */
export function scriptUrlPattern(name: "start" | "practice" | "ways-in"): RegExp {
  const address = new RegExp(`/assets/${name}-[\\w-]{8}\\.js$`);
  const assets = readdirSync(join(root, "web/dist/assets")).map((file) => `/assets/${file}`);
  if (assets.filter((asset) => address.test(asset)).length !== 1)
    throw new Error(`The app has no script named ${name}`);
  return address;
}
