import { build } from "esbuild";
import { expect, test } from "vitest";
import { handlerPath, type RouteName, routes } from "../../domain/api.ts";

const names = Object.keys(routes) as RouteName[];
const fileOf = (name: RouteName) => `lambdas/${handlerPath(name)}.ts`;

/** https://esbuild.github.io/api/#metafile */
async function listBundled(entryPoints: string[]): Promise<Map<string | undefined, string[]>> {
  const { metafile } = await build({
    entryPoints,
    bundle: true,
    format: "esm",
    metafile: true,
    packages: "external",
    platform: "node",
    outdir: "unwritten",
    write: false,
  });
  return new Map(Object.values(metafile.outputs).map(({ entryPoint, inputs }) => [entryPoint, Object.keys(inputs)]));
}

test("the bundle of each route's handler contains the route table of only one subject", async () => {
  const bundled = await listBundled(names.map(fileOf));
  for (const name of names) {
    const files = bundled.get(fileOf(name)) ?? [];
    const tables = files.filter((file) => /^domain\/(api|.*-routes)\.ts$/.test(file));
    expect(tables, name).toEqual([expect.stringMatching(/-routes\.ts$/)]);
  }
  // The schemas of exams are large.
  expect(bundled.get("lambdas/api/save-progress.ts")).not.toContain("domain/exam/exam-attempt.ts");
  expect(bundled.get("lambdas/api/get-account.ts")).not.toContain("domain/exam/exam-attempt.ts");
});
