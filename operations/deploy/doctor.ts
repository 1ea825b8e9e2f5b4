import { explainError } from "../command-line/explain-error.ts";
import { type Deployment, type Finding, problem } from "../stage/deployment.ts";
import { checkBootstrap, checkConcurrency, checkServices, checkStack, fetchAccountId } from "./checks/account.ts";
import { checkContent, checkPlaceholders } from "./checks/files.ts";
import { checkGoogle, checkStripe } from "./checks/keys.ts";
import { checkMail } from "./checks/mail.ts";

type Check = (deployment: Deployment) => Promise<Finding[]>;

const localChecks: readonly Check[] = [checkPlaceholders, checkContent];
const awsChecks: readonly Check[] = [
  checkServices,
  checkBootstrap,
  checkConcurrency,
  checkStack,
  checkMail,
  checkGoogle,
];

/** A check that could not be made is a finding as well. */
async function runCheck(check: Check, deployment: Deployment): Promise<Finding[]> {
  try {
    return await check(deployment);
  } catch (error) {
    const sentence = explainError(error);
    if (sentence === null) throw error;
    return [problem(sentence)];
  }
}

async function runChecks(checks: readonly Check[], deployment: Deployment): Promise<Finding[]> {
  const found = await Promise.all(checks.map((check) => runCheck(check, deployment)));
  // What is missing for one check, such as a permission, is mostly missing for others too.
  return [...new Map(found.flat().map((finding) => [finding.text, finding])).values()];
}

const checkCredentials: Check = async (deployment) => {
  await fetchAccountId(deployment);
  return [];
};

/** Everything that speaks against deploying a stage, and what is to be known before. Nothing is changed. */
export async function findProblems(deployment: Deployment): Promise<Finding[]> {
  // With a key at hand nothing has to be asked of AWS to judge it.
  const isKeyHere = deployment.given.stripeApiKey !== undefined;
  const here = await runChecks([...localChecks, ...(isKeyHere ? [checkStripe] : [])], deployment);
  const credentials = await runChecks([checkCredentials], deployment);
  // Whatever else is asked of AWS would fail in the same way.
  if (credentials.length > 0) return [...here, ...credentials];
  return [...here, ...(await runChecks([...awsChecks, ...(isKeyHere ? [] : [checkStripe])], deployment))];
}

const markByLevel = { error: "✗", advice: "!" } as const;

/** Prints the findings, errors first; answers with whether there are no errors. */
export function printFindings(
  findings: readonly Finding[],
  { print, stage }: Pick<Deployment, "print" | "stage">,
): boolean {
  const errors = findings.filter(({ level }) => level === "error");
  const rest = findings.filter(({ level }) => level === "advice");
  for (const { level, text } of [...errors, ...rest]) print(`${markByLevel[level]} ${text}`);
  if (errors.length > 0) print(`Problems: ${errors.length}. Nothing was changed.`);
  else print(`✓ Nothing keeps the stage ${stage} from being deployed.`);
  return errors.length === 0;
}
