import type { Deployment } from "../stage/deployment.ts";
import { readOutputs, type StackOutputs } from "../stage/stack.ts";
import { findMailIdentity, isOutOfSandbox, mailIdentityName } from "./checks/mail.ts";
import { describeMissingSubscription } from "./checks/watching.ts";
import { findRemainingDomainSteps } from "./remaining-domain-steps.ts";

export type RemainingSteps = {
  undone: string[];
  /** Steps whose state no API reports. */
  unchecked: string[];
};

async function remainingMailSteps(deployment: Deployment): Promise<string[]> {
  const { region, mail } = deployment.config;
  const console = `https://${region}.console.aws.amazon.com/ses/home?region=${region}`;
  const identity = await findMailIdentity(deployment);
  const todo: string[] = [];
  if (mail.domain && !(identity?.verified && identity.isSigned)) {
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

/**
 * Sources, read on 2026-11-25: https://support.google.com/cloud/answer/15549945 and
 * https://docs.stripe.com/billing/revenue-recovery/smart-retries
 */
function listUncheckedSteps({ google, payments }: Deployment["config"], { GoogleRedirectUrl }: StackOutputs): string[] {
  const steps: string[] = [];
  if (google) {
    steps.push(
      `At https://console.cloud.google.com/apis/credentials, the client ${google.clientId} has the redirect URI ${GoogleRedirectUrl}`,
      'At https://console.cloud.google.com/auth/audience, the publishing status is "In production"; in "Testing", only 100 listed people can log in through Google.',
    );
  }
  const mode = payments === "test" ? "test/" : "";
  steps.push(
    `At https://dashboard.stripe.com/${mode}revenue_recovery/retries, the retries of failed payments end after 14 days.`,
  );
  return steps;
}

export async function findRemainingSteps(deployment: Deployment): Promise<RemainingSteps> {
  const outputs = await readOutputs(deployment);
  const subscription = await describeMissingSubscription(deployment);
  const undone = [
    ...(await remainingMailSteps(deployment)),
    ...(await findRemainingDomainSteps(deployment, outputs)),
    ...(subscription === null ? [] : [subscription]),
  ];
  return { undone, unchecked: listUncheckedSteps(deployment.config, outputs) };
}
