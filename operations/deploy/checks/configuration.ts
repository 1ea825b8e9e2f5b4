import { placeholdersIn } from "../../../lib/config.ts";
import { type Deployment, type Finding, problem } from "../../stage/deployment.ts";

const operatorFile = "web/src/features/legal/operator.ts";
const isPlaceholder = (value: string) => /^\[.*\]$/.test(value) || /[@.](example|example\.(com|net|org))$/.test(value);

/** What still stands in for the operator's own words and addresses. */
export async function checkPlaceholders({ stage, config, operator }: Deployment): Promise<Finding[]> {
  const inStage = placeholdersIn(config).map((place) =>
    problem(`stages/${stage}.json: ${place} is reserved for examples and reaches nobody: put your own there.`),
  );
  const inOperator = Object.entries(operator).flatMap(([name, value]) =>
    isPlaceholder(value) ? [problem(`${operatorFile}: ${name} is still "${value}": say there who runs the site.`)] : [],
  );
  return [...inStage, ...inOperator];
}
