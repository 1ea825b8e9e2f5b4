import { existsSync } from "node:fs";
import { checkPack } from "../../../content/checking/check-pack.ts";
import { describeProblem } from "../../../content/checking/pack-reader.ts";
import { findPlaceholders } from "../../../lib/config.ts";
import { type Deployment, type Finding, problem } from "../../stage/deployment.ts";

const operatorFile = "web/src/features/legal/operator.ts";
const isPlaceholder = (value: string) => /^\[.*\]$/.test(value) || /[@.](example|example\.(com|net|org))$/.test(value);

export async function checkPlaceholders({ stage, config, operator }: Deployment): Promise<Finding[]> {
  const inStage = findPlaceholders(config).map((place) =>
    problem(`stages/${stage}.json: ${place} is reserved for examples and reaches nobody: replace it with your own.`),
  );
  const inOperator = Object.entries(operator).flatMap(([name, value]) =>
    isPlaceholder(value) ? [problem(`${operatorFile}: ${name} is still "${value}": enter who runs the site.`)] : [],
  );
  return [...inStage, ...inOperator];
}

export async function checkContent({ contentDirectory }: Deployment): Promise<Finding[]> {
  if (contentDirectory === undefined) return [];
  if (!existsSync(contentDirectory)) return [problem(`There is no pack at ${contentDirectory}: correct --content.`)];
  const problems = await checkPack(contentDirectory);
  return problems.map((found) => problem(`${contentDirectory}/${describeProblem(found)}.`));
}
