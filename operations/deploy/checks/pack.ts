import { existsSync } from "node:fs";
import { checkPack } from "../../../content/checking/check-pack.ts";
import { problemLine } from "../../../content/checking/pack-reader.ts";
import { type Deployment, type Finding, problem } from "../../stage/deployment.ts";

/** What is wrong with the pack that is to be published. */
export async function checkContent({ contentDirectory }: Deployment): Promise<Finding[]> {
  if (contentDirectory === undefined) return [];
  if (!existsSync(contentDirectory)) return [problem(`There is no pack at ${contentDirectory}: correct --content.`)];
  const problems = await checkPack(contentDirectory);
  return problems.map((found) => problem(`${contentDirectory}/${problemLine(found)}.`));
}
