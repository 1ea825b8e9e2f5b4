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
    todo.push([`Confirm ${mail.domain} to SES by these records in its DNS:`, ...records].join("\n"));
  } else if (!identity?.verified) {
    todo.push(
      `Press the link that SES mailed to ${mailIdentityName(deployment)}; it can be sent anew at ${console}#/identities`,
    );
  }
  if (identity?.mailFrom && !identity.mailFrom.verified) {
    const { domain } = identity.mailFrom;
    todo.push(
      [
        `Let SES send as ${domain} by these records in its DNS, so that mail is trusted and bounces are seen:`,
        `    ${domain} MX 10 feedback-smtp.${region}.amazonses.com`,
        `    ${domain} TXT "v=spf1 include:amazonses.com ~all"`,
      ].join("\n"),
    );
  }
  if (!(await isOutOfSandbox(deployment))) {
    todo.push(
      `Ask SES to let the account out of its sandbox, or else it mails to confirmed addresses alone: ${console}#/account`,
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
  return records.length === 0
    ? []
    : [["See that the stage's own domains lead to AWS, in their DNS:", ...records].join("\n")];
}

export async function findRemainingSteps(deployment: Deployment): Promise<string[]> {
  const { config } = deployment;
  const outputs = await readOutputs(deployment);
  const todo = [...(await remainingMailSteps(deployment)), ...remainingDomainSteps(config, outputs)];
  if (config.google) {
    todo.push(
      `Once, at https://console.cloud.google.com/apis/credentials: give the client ${config.google.clientId} the redirect URI ${outputs.GoogleRedirectUrl}`,
    );
  }
  if (config.alarmEmail)
    todo.push(`Once: press the link that AWS mailed to ${config.alarmEmail}, or no alarm arrives.`);
  const mode = config.payments === "test" ? "test/" : "";
  todo.push(
    `Once, at https://dashboard.stripe.com/${mode}settings/billing/automatic: let retries of failed payments end within 14 days.`,
  );
  return todo;
}
