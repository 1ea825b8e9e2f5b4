import { Arn, ArnFormat, Stack, Validations } from "aws-cdk-lib";
import { Metric } from "aws-cdk-lib/aws-cloudwatch";
import {
  CloudWatchDimensionSource,
  ConfigurationSet,
  ConfigurationSetTlsPolicy,
  EmailSendingEvent,
  EventDestination,
  SuppressionReasons,
} from "aws-cdk-lib/aws-ses";
import { Construct } from "constructs";
import type { StageConfig } from "./config.ts";
import type { SupportMail } from "./grant-permissions.ts";
import { type Monitoring, sumPerAlarmPeriod } from "./monitoring.ts";

const domainOf = (address: string) => address.slice(address.lastIndexOf("@") + 1);

/**
 * Returns the names of the identities for which SES may check the permission to send to the support address. In the
 * sandbox, SES also checks the recipient's identity: https://github.com/aws/aws-sdk-js/issues/3641.
 * An identity is an address or its domain. If an address and its domain are registered, SES uses the address:
 * https://docs.aws.amazon.com/ses/latest/dg/creating-identities.html (read on 2026-11-25)
 */
function listSendingIdentities({ sender, support }: StageConfig["mail"]): string[] {
  return [...new Set([sender, support].flatMap((address) => [address, domainOf(address)]))];
}

/** SES adds this tag, with the name of the configuration set, to each message. */
const setDimension = "ses:configuration-set";

export type MailProps = { config: StageConfig; monitoring: Monitoring };

/**
 * The sender's identity is not part of the stack, because stages may share it:
 * docs/decisions/0085-deploy-in-one-pass.md
 */
export class Mail extends Construct {
  readonly support: SupportMail;

  constructor(scope: Construct, id: string, { config, monitoring }: MailProps) {
    super(scope, id);
    const { sender, support } = config.mail;
    const set = new ConfigurationSet(this, "Sending", {
      reputationMetrics: true,
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
      tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
    });
    set.addEventDestination("Counts", {
      destination: EventDestination.cloudWatchDimensions([
        { source: CloudWatchDimensionSource.MESSAGE_TAG, name: setDimension, defaultValue: "none" },
      ]),
      events: [EmailSendingEvent.SEND, EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT, EmailSendingEvent.REJECT],
    });
    this.#addAlarms(set, monitoring);
    this.support = {
      sender,
      supportEmail: support,
      configurationSet: set.configurationSetName,
      // Sending with a configuration set needs permissions on the set and on the identity.
      configurationSetArn: this.#arn("configuration-set", set.configurationSetName),
      anyIdentityArn: this.#anyIdentity(),
      identityArns: listSendingIdentities(config.mail).map((name) => this.#arn("identity", name)),
    };
  }

  #arn(resource: string, resourceName: string): string {
    const parts = { service: "ses", resource, resourceName, arnFormat: ArnFormat.SLASH_RESOURCE_NAME };
    return Arn.format(parts, Stack.of(this));
  }

  #anyIdentity(): string {
    const arn = this.#arn("identity", "*");
    Validations.of(Stack.of(this)).acknowledge({
      id: "AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ses:<AWS::Region>:<AWS::AccountId>:identity/*]",
      reason: "Learners' addresses are not known at deployment. A condition allows only the stage's sender.",
    });
    return arn;
  }

  #addAlarms({ configurationSetName }: ConfigurationSet, monitoring: Monitoring): void {
    const count = (metricName: string) =>
      new Metric({
        namespace: "AWS/SES",
        metricName,
        dimensionsMap: { [setDimension]: configurationSetName },
        ...sumPerAlarmPeriod,
      });
    // Without complaints, because ServiceAlarms watches those of the whole account.
    monitoring.addFailureRateAlarm(this, "Undelivered", {
      area: "Logging in",
      failures: [count("Bounce"), count("Reject")],
      calls: [count("Send")],
      impact: "Learners' codes or messages to support do not arrive: SES reports emails as bounced or rejected.",
      firstStep: "find the bouncing addresses on the reputation page of SES, before SES stops the account's sending.",
    });
  }
}
