import { type Deployment, type Finding, problem } from "../../stage/deployment.ts";
import { pointsTo } from "../../stage/dns.ts";
import { findSiteDomain } from "../../stage/site-domain.ts";
import { findStack } from "../../stage/stack.ts";

type Outputs = Readonly<Record<string, string>>;

/** Names of the stack's outputs: `address` is the address in use, `target` the DNS target of the custom domain. */
const services = {
  api: { address: "ApiUrl", target: "ApiDomainTarget" },
  content: { address: "ContentOrigin", target: "ContentDomainTarget" },
  signIn: { address: "HostedUiUrl", target: "SignInDomainTarget" },
} as const;

/**
 * Amplify describes a DNS record by a text such as "app CNAME d1.cloudfront.net":
 * https://docs.aws.amazon.com/amplify/latest/APIReference/API_SubDomain.html (read on 2026-11-25)
 */
async function findSiteTarget(deployment: Deployment, name: string, outputs: Outputs): Promise<string | undefined> {
  const appId = outputs["SiteAppId"];
  const domain = appId ? await findSiteDomain(deployment, appId, name) : null;
  return domain?.subDomains?.[0]?.dnsRecord?.trim().split(/\s+/).at(-1);
}

async function checkDomain(
  { dns, stage }: Deployment,
  setting: string,
  name: string,
  target: string | undefined,
): Promise<Finding[]> {
  if (!target) {
    const next = "deploy once without inUse, create its DNS record, then set inUse again";
    return [problem(`stages/${stage}.json: domains.${setting} is not prepared yet: ${next}.`)];
  }
  if (await pointsTo(dns, name, target)) return [];
  const next = "create this CNAME record and wait until it is visible, or remove inUse";
  return [problem(`stages/${stage}.json: ${name} does not lead to ${target} yet: ${next}.`)];
}

/** Finds domains that a deploy would start to use although learners cannot reach them yet. */
export async function checkDomains(deployment: Deployment): Promise<Finding[]> {
  const { domains } = deployment.config;
  const outputs: Outputs = (await findStack(deployment))?.outputs ?? {};
  const found: Finding[] = [];
  for (const service of ["api", "content", "signIn"] as const) {
    const { name, inUse } = domains[service] ?? {};
    const { address, target } = services[service];
    if (!name || !inUse || outputs[address] === `https://${name}`) continue;
    found.push(...(await checkDomain(deployment, service, name, outputs[target])));
  }
  const { name, inUse } = domains.app ?? {};
  if (name && inUse && outputs["SiteUrl"] !== `https://${name}`) {
    found.push(...(await checkDomain(deployment, "app", name, await findSiteTarget(deployment, name, outputs))));
  }
  return found;
}
