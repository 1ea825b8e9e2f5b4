import type { TestProject } from "vitest/node";
import { type AccessReport, formatGrant, type Grants } from "../../../fakes/iam/access-checker.ts";

const justified: Readonly<Record<string, string>> = {
  "api/report-share: ses:SendEmail on arn:aws:ses:ap-southeast-2:000000000000:identity/parlance.example":
    "SES checks the identity that covers an address: the address or its domain. The fake knows addresses only.",
  "api/send-support-email: ses:SendEmail on arn:aws:ses:ap-southeast-2:000000000000:identity/parlance.example":
    "SES checks the identity that covers an address: the address or its domain. The fake knows addresses only.",
  "events/check-shared-audio: s3:ListBucket on arn:aws:s3:::shared-audio":
    "Without it, S3 answers a request for a missing file with 403 instead of 404. The fake always answers with 404.",
};

const toList = (title: string, lines: readonly string[]) =>
  lines.length > 0 ? [`${title}\n  ${lines.join("\n  ")}`] : [];

export function findGrantFaults(grants: Grants, { used, refused }: AccessReport, excepted = justified): string[] {
  const all = Object.entries(grants).flatMap(([name, granted]) => granted.map((grant) => formatGrant(name, grant)));
  const unused = all.filter((grant) => !used.includes(grant));
  return [
    ...findCallFaults({ used, refused }),
    ...toList(
      "Granted by the template, and used by no test's handler: remove the grant, or test what uses it:",
      unused.filter((grant) => !Object.hasOwn(excepted, grant)).sort(),
    ),
    ...toList(
      "Justified as unused, and used after all, or not granted:",
      Object.keys(excepted).filter((grant) => !unused.includes(grant)),
    ),
  ];
}

/** Tests alter upload forms and presigned addresses, so a refusal of a form or an address is no fault. */
const isByBrowser = (refusal: string) => refusal.startsWith("holder of a presigned address ");

function findCallFaults({ refused }: AccessReport): string[] {
  const byHandlers = refused.filter((refusal) => !isByBrowser(refusal));
  return toList("Done by a handler, and not granted by the template:", [...new Set(byHandlers)].sort());
}

async function isCompleteRun(project: TestProject): Promise<boolean> {
  const { testFiles } = await project.globTestFiles();
  const ran = project.vitest.state.getFiles().filter(({ projectName }) => projectName === project.name);
  const passed = new Set(ran.filter(({ result }) => result?.state === "pass").map(({ filepath }) => filepath));
  return !project.config.testNamePattern && testFiles.every((file) => passed.has(file));
}

/**
 * A partial run may not use every grant, so only a complete run reports unused grants.
 * @throws Error that names each fault
 */
export async function checkGrants(grants: Grants, report: AccessReport, project: TestProject): Promise<void> {
  const isWhole = await isCompleteRun(project);
  if (!isWhole) console.log("Unused grants are not looked for: not every test of the handlers ran and passed.");
  const faults = isWhole ? findGrantFaults(grants, report) : findCallFaults(report);
  if (faults.length > 0) throw new Error(`The grants of handlers do not fit what they do.\n${faults.join("\n")}`);
}
