import { explainError } from "../command-line/explain-error.ts";
import { type Deployment, type Finding, problem } from "../stage/deployment.ts";
import {
  checkBootstrap,
  checkCloudFront,
  checkConcurrency,
  checkServices,
  checkStack,
  fetchCaller,
} from "./checks/account.ts";
import { checkDomains } from "./checks/domains.ts";
import { checkContent, checkPlaceholders } from "./checks/files.ts";
import { checkGoogle, checkStripe } from "./checks/keys.ts";
import { checkMail } from "./checks/mail.ts";
import { checkAlarmSubscription, checkWatching } from "./checks/watching.ts";

type Check = (deployment: Deployment) => Promise<Finding[]>;

const localChecks: readonly Check[] = [checkPlaceholders, checkWatching, checkContent];
const awsChecks: readonly Check[] = [
  checkServices,
  checkBootstrap,
  checkConcurrency,
  checkCloudFront,
  checkStack,
  checkDomains,
  checkMail,
  checkAlarmSubscription,
  checkGoogle,
];

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
  // Several checks can fail with the same sentence.
  return [...new Map(found.flat().map((finding) => [finding.text, finding])).values()];
}

const checkCredentials: Check = async (deployment) => {
  await fetchCaller(deployment);
  return [];
};

/** Changes nothing. */
export async function findProblems(deployment: Deployment): Promise<Finding[]> {
  // A key in the environment can be checked without AWS.
  const isKeyHere = deployment.given.stripeApiKey !== undefined;
  const here = await runChecks([...localChecks, ...(isKeyHere ? [checkStripe] : [])], deployment);
  const credentials = await runChecks([checkCredentials], deployment);
  // Without valid credentials, most checks on AWS would fail too.
  if (credentials.length > 0) return [...here, ...credentials];
  return [...here, ...(await runChecks([...awsChecks, ...(isKeyHere ? [] : [checkStripe])], deployment))];
}

const markByLevel = { error: "✗", advice: "!" } as const;

export function printFindings(
  findings: readonly Finding[],
  { print, stage }: Pick<Deployment, "print" | "stage">,
): boolean {
  const errors = findings.filter(({ level }) => level === "error");
  const rest = findings.filter(({ level }) => level === "advice");
  for (const { level, text } of [...errors, ...rest]) print(`${markByLevel[level]} ${text}`);
  if (errors.length > 0) print(`Problems: ${errors.length}. Nothing was changed.`);
  else print(`✓ The stage ${stage} can be deployed.`);
  return errors.length === 0;
}
