import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../support/child-app.ts";

/**
 * A pattern without a match would make a test that blocks or delays the script check nothing.
 * @throws unless exactly one script of the built app matches
 */
export function scriptUrlPattern(name: "start" | "practice" | "ways-in"): RegExp {
  const address = new RegExp(`/assets/${name}-[\\w-]{8}\\.js$`);
  const assets = readdirSync(join(root, "web/dist/assets")).map((file) => `/assets/${file}`);
  if (assets.filter((asset) => address.test(asset)).length !== 1)
    throw new Error(`The app does not have exactly one script named ${name}`);
  return address;
}
