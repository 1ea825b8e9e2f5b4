import type { Deployment } from "../stage/deployment.ts";
import { pointsTo } from "../stage/dns.ts";
import { findSiteDomain } from "../stage/site-domain.ts";
import type { StackOutputs } from "../stage/stack.ts";

async function findMissingRecords({ config: { domains }, dns }: Deployment, outputs: StackOutputs) {
  const targets: [string | undefined, string | undefined][] = [
    [domains.api?.name, outputs.ApiDomainTarget],
    [domains.content?.name, outputs.ContentDomainTarget],
    [domains.signIn?.name, outputs.SignInDomainTarget],
  ];
  const records = targets.map(async ([name, target]) =>
    name && target && !(await pointsTo(dns, name, target)) ? [`    ${name} CNAME ${target}`] : [],
  );
  return (await Promise.all(records)).flat();
}

/**
 * Amplify's record of a domain:
 * https://docs.aws.amazon.com/amplify/latest/APIReference/API_DomainAssociation.html (read on 2026-11-25)
 */
async function findMissingSiteRecords(deployment: Deployment, { SiteAppId: appId }: StackOutputs): Promise<string[]> {
  const domainName = deployment.config.domains.app?.name;
  if (!domainName) return [];
  const domain = await findSiteDomain(deployment, appId, domainName);
  if (!domain) return [`    ${domainName}: deploy again, because Amplify does not know it`];
  const { domainStatus, statusReason, certificateVerificationDNSRecord, subDomains = [] } = domain;
  const isWaiting = domainStatus !== "AVAILABLE" && certificateVerificationDNSRecord;
  const unverified = subDomains.filter(({ verified }) => !verified);
  return [
    ...(isWaiting ? [`    ${certificateVerificationDNSRecord}   (for Amplify's certificate)`] : []),
    ...unverified.map(({ dnsRecord = "" }) => `    ${domainName}: ${dnsRecord.trim()}`),
    ...(domainStatus === "FAILED" ? [`    Amplify has given up on ${domainName}: ${statusReason}`] : []),
  ];
}

export async function findRemainingDomainSteps(deployment: Deployment, outputs: StackOutputs): Promise<string[]> {
  const records = [
    ...(await findMissingRecords(deployment, outputs)),
    ...(await findMissingSiteRecords(deployment, outputs)),
  ];
  if (records.length > 0) return [["Point the stage's custom domains to AWS in their DNS:", ...records].join("\n")];
  const unused = Object.values(deployment.config.domains).flatMap((domain) =>
    domain && !domain.inUse ? [domain.name] : [],
  );
  if (unused.length === 0) return [];
  return [`These domains lead to the stage. Set their inUse in its file and deploy again: ${unused.join(", ")}.`];
}
