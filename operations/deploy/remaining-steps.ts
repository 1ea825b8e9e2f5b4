import type { Deployment } from "../stage/deployment.ts";
import { readOutputs, type StackOutputs } from "../stage/stack.ts";
import { findMailIdentity, isOutOfSandbox, mailIdentityName } from "./checks/mail.ts";

async function remainingMailSteps(deployment: Deployment): Promise<string[]> {
  const { region, mail } = deployment.config;
  const console = `https://${region}.console.aws.amazon.com/ses/home?region=${region}`;
  const identity = await findMailIdentity(deployment);
  const todo: string[] = [];
  if (!identity?.verified && mail.domain) {
    const records = (identity?.dkimTokens ?? []).map(
      (token) => `    ${token}._domainkey.${mail.domain} CNAME ${token}.dkim.amazonses.com`,
    );
    todo.push([`Verify ${mail.domain} for SES with these records in its DNS:`, ...records].join("\n"));
  } else if (!identity?.verified) {
    todo.push(
      `Open the link that SES emailed to ${mailIdentityName(deployment)}; send it again at ${console}#/identities`,
    );
  }
  if (identity?.mailFrom && !identity.mailFrom.verified) {
    const { domain } = identity.mailFrom;
    todo.push(
      [
        `Allow SES to send as ${domain} with these records in its DNS, so that email is trusted and bounces are reported:`,
        `    ${domain} MX 10 feedback-smtp.${region}.amazonses.com`,
        `    ${domain} TXT "v=spf1 include:amazonses.com ~all"`,
      ].join("\n"),
    );
  }
  if (!(await isOutOfSandbox(deployment))) {
    todo.push(
      `Ask SES to move the account out of its sandbox; until then it sends only to verified addresses: ${console}#/account`,
    );
  }
  return todo;
}

function remainingDomainSteps({ domains }: Deployment["config"], outputs: StackOutputs): string[] {
  const targets: [string | undefined, string | undefined][] = [
    [domains.api?.name, outputs.ApiDomainTarget],
    [domains.content?.name, outputs.ContentDomainTarget],
    [domains.signIn?.name, outputs.SignInDomainTarget],
  ];
  const records = targets.flatMap(([name, target]) => (name && target ? [`    ${name} CNAME ${target}`] : []));
  if (outputs.SiteDomainRecord) records.push(`    ${outputs.SiteDomainRecord}   (for Amplify's certificate)`);
  if (domains.app) records.push(`    ${domains.app.name}: as Amplify's console shows under Hosting, Custom domains`);
  return records.length === 0 ? [] : [["Point the stage's own domains to AWS in their DNS:", ...records].join("\n")];
}

export async function findRemainingSteps(deployment: Deployment): Promise<string[]> {
  const { config } = deployment;
  const outputs = await readOutputs(deployment);
  const todo = [...(await remainingMailSteps(deployment)), ...remainingDomainSteps(config, outputs)];
  if (config.google) {
    todo.push(
      `Once, at https://console.cloud.google.com/apis/credentials: add to the client ${config.google.clientId} the redirect URI ${outputs.GoogleRedirectUrl}`,
    );
  }
  if (config.alarmEmail)
    todo.push(`Once: open the link that AWS emailed to ${config.alarmEmail}; without it, no alarm arrives.`);
  const mode = config.payments === "test" ? "test/" : "";
  todo.push(
    `Once, at https://dashboard.stripe.com/${mode}settings/billing/automatic: limit the retries of failed payments to 14 days.`,
  );
  return todo;
}
