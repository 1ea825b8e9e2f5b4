import { EmailIdentity, Identity } from "aws-cdk-lib/aws-ses";
import { Construct } from "constructs";
import type { StageConfig } from "./config.ts";
import type { SupportMail } from "./supply.ts";

/** E-mail other than Cognito's: the address that it is sent from, which SES has to be shown that it is ours. */
export class Mail extends Construct {
  readonly support: SupportMail;

  constructor(scope: Construct, id: string, { config }: { config: StageConfig }) {
    super(scope, id);
    const { sender, support } = config.mail;
    const identity = new EmailIdentity(this, "Sender", { identity: Identity.email(sender) });
    this.support = { sender, identityArn: identity.emailIdentityArn, supportEmail: support };
  }
}
