import { GetAccountCommand, GetEmailIdentityCommand, NotFoundException } from "@aws-sdk/client-sesv2";
import { advice, type Deployment, type Finding, problem } from "../../stage/deployment.ts";

export const mailIdentityName = ({ config: { mail } }: Pick<Deployment, "config">) => mail.domain ?? mail.sender;

export type MailIdentity = {
  verified: boolean;
  /** With DKIM. */
  isSigned: boolean;
  dkimTokens: readonly string[];
  /** The MAIL FROM domain, to which bounces are sent. Null if none is set up. */
  mailFrom: { domain: string; verified: boolean } | null;
};

export async function findMailIdentity(deployment: Deployment): Promise<MailIdentity | null> {
  try {
    const command = new GetEmailIdentityCommand({ EmailIdentity: mailIdentityName(deployment) });
    const { VerifiedForSendingStatus, DkimAttributes, MailFromAttributes } = await deployment.aws.ses.send(command);
    const { MailFromDomain: domain, MailFromDomainStatus } = MailFromAttributes ?? {};
    return {
      verified: VerifiedForSendingStatus === true,
      isSigned: DkimAttributes?.Status === "SUCCESS",
      dkimTokens: DkimAttributes?.Tokens ?? [],
      mailFrom: domain ? { domain, verified: MailFromDomainStatus === "SUCCESS" } : null,
    };
  } catch (error) {
    if (error instanceof NotFoundException) return null;
    throw error;
  }
}

export async function isOutOfSandbox({ aws }: Deployment): Promise<boolean> {
  const { ProductionAccessEnabled } = await aws.ses.send(new GetAccountCommand({}));
  return ProductionAccessEnabled === true;
}

export async function checkMail(deployment: Deployment): Promise<Finding[]> {
  const { config, stage } = deployment;
  const isVerified = (await findMailIdentity(deployment))?.verified === true;
  const isFree = await isOutOfSandbox(deployment);
  const findings: Finding[] = [];
  // With `sendsCodes`, the user pool cannot be created before SES has verified the sender.
  const say = config.mail.sendsCodes ? problem : advice;
  const until = config.mail.sendsCodes ? ` Until then, remove sendsCodes from stages/${stage}.json.` : "";
  if (!isVerified) {
    findings.push(
      say(`SES has not verified ${mailIdentityName(deployment)} yet: see the steps at the end of a deploy.${until}`),
    );
  }
  if (!isFree) {
    findings.push(say(`SES keeps this account in its sandbox, where it sends only to verified addresses.${until}`));
  }
  return findings;
}
