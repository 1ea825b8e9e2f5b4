import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../support/child-app.ts";

/**
 * Returns a URL pattern for a script of the built app. It throws without a match, because a route that matches no
 * script would not cause the failure that the test expects.
 * @throws if the app has no such script
 */
export function scriptUrlPattern(name: "start" | "practice" | "ways-in"): RegExp {
  const address = new RegExp(`/assets/${name}-[\\w-]{8}\\.js$`);
  const assets = readdirSync(join(root, "web/dist/assets")).map((file) => `/assets/${file}`);
  if (assets.filter((asset) => address.test(asset)).length !== 1)
    throw new Error(`The app has no script named ${name}`);
  return address;
}
