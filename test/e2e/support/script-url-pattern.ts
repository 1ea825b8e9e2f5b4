import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../support/child-app.ts";

/**
 * The address of the script of the built app that has this name: as a pattern for routes, of which one that fits nothing
 * would have a test pass in which nothing went wrong.
 * @throws if the app has no such script
 */
export function scriptUrlPattern(name: "start" | "practice" | "ways-in"): RegExp {
  const address = new RegExp(`/assets/${name}-[\\w-]{8}\\.js$`);
  const assets = readdirSync(join(root, "web/dist/assets")).map((file) => `/assets/${file}`);
  if (assets.filter((asset) => address.test(asset)).length !== 1)
    throw new Error(`The app has no script named ${name}`);
  return address;
}
