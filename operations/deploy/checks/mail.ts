import { GetAccountCommand, GetEmailIdentityCommand, NotFoundException } from "@aws-sdk/client-sesv2";
import { advice, type Deployment, type Finding, problem } from "../../stage/deployment.ts";

/** What SES has to be shown to be the operator's: the domain of a stage's mail, or else the one address. */
export const mailIdentityName = ({ config: { mail } }: Pick<Deployment, "config">) => mail.domain ?? mail.sender;

export type MailIdentity = {
  verified: boolean;
  dkimTokens: readonly string[];
  /** Whom bounces go back to, which has to be in the sender's domain for its mail to be trusted; null for SES itself. */
  mailFrom: { domain: string; verified: boolean } | null;
};

/** What SES knows of that; null if nothing. */
export async function findMailIdentity(deployment: Deployment): Promise<MailIdentity | null> {
  try {
    const command = new GetEmailIdentityCommand({ EmailIdentity: mailIdentityName(deployment) });
    const { VerifiedForSendingStatus, DkimAttributes, MailFromAttributes } = await deployment.aws.ses.send(command);
    const { MailFromDomain: domain, MailFromDomainStatus } = MailFromAttributes ?? {};
    return {
      verified: VerifiedForSendingStatus === true,
      dkimTokens: DkimAttributes?.Tokens ?? [],
      mailFrom: domain ? { domain, verified: MailFromDomainStatus === "SUCCESS" } : null,
    };
  } catch (error) {
    if (error instanceof NotFoundException) return null;
    throw error;
  }
}

/** Whether SES sends to anybody, and not only to addresses that were confirmed. */
export async function isOutOfSandbox({ aws }: Deployment): Promise<boolean> {
  const { ProductionAccessEnabled } = await aws.ses.send(new GetAccountCommand({}));
  return ProductionAccessEnabled === true;
}

export async function checkMail(deployment: Deployment): Promise<Finding[]> {
  const { config, stage } = deployment;
  const isVerified = (await findMailIdentity(deployment))?.verified === true;
  const isFree = await isOutOfSandbox(deployment);
  const findings: Finding[] = [];
  // A user pool that sends by SES is not made before SES knows the sender.
  const say = config.mail.sendsCodes ? problem : advice;
  const until = config.mail.sendsCodes ? ` Until then take sendsCodes out of stages/${stage}.json.` : "";
  if (!isVerified) {
    findings.push(
      say(`SES has not been shown that ${mailIdentityName(deployment)} is yours: see the end of a deploy.${until}`),
    );
  }
  if (!isFree) {
    findings.push(say(`SES keeps this account in its sandbox, and mails to confirmed addresses alone.${until}`));
  }
  return findings;
}
