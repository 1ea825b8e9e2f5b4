import { GetDomainAssociationCommand, NotFoundException } from "@aws-sdk/client-amplify";
import type { Deployment, NameServers } from "../stage/deployment.ts";
import type { StackOutputs } from "../stage/stack.ts";

/** A name server that does not know a name, or does not respond, fails the look-up. */
const orNothing = (look: Promise<string[]>): Promise<string[]> => look.catch(() => []);

/** True if a name leads to a target: by a CNAME record, or with the addresses that an alias record has. */
async function leadsTo(name: string, target: string, { resolveCname, resolve4 }: NameServers): Promise<boolean> {
  if ((await orNothing(resolveCname(name))).includes(target)) return true;
  const [own, wanted] = await Promise.all([orNothing(resolve4(name)), orNothing(resolve4(target))]);
  return own.some((address) => wanted.includes(address));
}

async function findMissingRecords({ config: { domains }, nameServers }: Deployment, outputs: StackOutputs) {
  const targets: [string | undefined, string | undefined][] = [
    [domains.api?.name, outputs.ApiDomainTarget],
    [domains.content?.name, outputs.ContentDomainTarget],
    [domains.signIn?.name, outputs.SignInDomainTarget],
  ];
  const records = targets.map(async ([name, target]) =>
    name && target && !(await leadsTo(name, target, nameServers)) ? [`    ${name} CNAME ${target}`] : [],
  );
  return (await Promise.all(records)).flat();
}

/**
 * Returns the records that Amplify does not find, and the reason if it has given up.
 * https://docs.aws.amazon.com/amplify/latest/APIReference/API_DomainAssociation.html (read on 2026-11-25)
 */
async function findMissingSiteRecords(deployment: Deployment, { SiteAppId: appId }: StackOutputs): Promise<string[]> {
  const domainName = deployment.config.domains.app?.name;
  if (!domainName) return [];
  try {
    const found = await deployment.aws.amplify.send(new GetDomainAssociationCommand({ appId, domainName }));
    const {
      domainStatus,
      statusReason,
      certificateVerificationDNSRecord,
      subDomains = [],
    } = found.domainAssociation ?? {};
    const isWaiting = domainStatus !== "AVAILABLE" && certificateVerificationDNSRecord;
    const unverified = subDomains.filter(({ verified }) => !verified);
    return [
      ...(isWaiting ? [`    ${certificateVerificationDNSRecord}   (for Amplify's certificate)`] : []),
      ...unverified.map(({ dnsRecord = "" }) => `    ${domainName}: ${dnsRecord.trim()}`),
      ...(domainStatus === "FAILED" ? [`    Amplify has given up on ${domainName}: ${statusReason}`] : []),
    ];
  } catch (error) {
    if (error instanceof NotFoundException)
      return [`    ${domainName}: deploy again, because Amplify does not know it`];
    throw error;
  }
}

/** Finds own domains that do not lead to the stage yet. */
export async function findRemainingDomainSteps(deployment: Deployment, outputs: StackOutputs): Promise<string[]> {
  const records = [
    ...(await findMissingRecords(deployment, outputs)),
    ...(await findMissingSiteRecords(deployment, outputs)),
  ];
  return records.length === 0 ? [] : [["Point the stage's own domains to AWS in their DNS:", ...records].join("\n")];
}
