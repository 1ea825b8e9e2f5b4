import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import postcss from "postcss";
import { expect, test } from "vitest";

const web = join(import.meta.dirname, "../../../web/src");

// On a touch screen, a control may keep its hovered look after a tap.
test("stylesheets use :hover only within @media (hover: hover)", () => {
  const files = globSync("**/*.css", { cwd: web });
  const found = files.flatMap((file) => {
    const unguarded: string[] = [];
    let guarded = 0;
    postcss.parse(readFileSync(join(web, file), "utf8")).walkRules(/:hover/, ({ selector, parent }) => {
      const isGuarded = parent?.type === "atrule" && "params" in parent && parent.params === "(hover: hover)";
      if (isGuarded) guarded += 1;
      else unguarded.push(`${file}: ${selector}`);
    });
    return [{ guarded, unguarded }];
  });
  expect(found.flatMap(({ unguarded }) => unguarded)).toEqual([]);
  expect(found.reduce((sum, { guarded }) => sum + guarded, 0)).toBeGreaterThan(0);
});
