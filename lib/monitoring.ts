import { Aws, Duration, RemovalPolicy } from "aws-cdk-lib";
import {
  Alarm,
  ComparisonOperator,
  type IMetric,
  MathExpression,
  type MetricOptions,
  Stats,
  TreatMissingData,
} from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { PolicyStatement, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { Key } from "aws-cdk-lib/aws-kms";
import { Topic } from "aws-cdk-lib/aws-sns";
import { EmailSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Construct } from "constructs";
import type { StageConfig } from "./config.ts";
import { HandlerLogs } from "./handler-logs.ts";

/** In the order of the dashboard. */
export const alarmAreas = [
  "Canary",
  "Logging in",
  "Practising",
  "Mock exams",
  "Feedback",
  "Plans and payments",
  "Account and support",
  "Live updates",
  "The stage as a whole",
] as const;
export type AlarmArea = (typeof alarmAreas)[number];

export type AlarmMeaning = {
  area: AlarmArea;
  impact: string;
  firstStep: string;
};

export type AlarmSettings = AlarmMeaning & {
  metric: IMetric;
  threshold: number;
  alarmsWhen?: "from" | "below";
  /** Number of consecutive periods that must meet the condition. */
  periods?: number;
  missingData?: "fine" | "alarming";
};

export type FailureRateAlarmSettings = AlarmMeaning & {
  failures: readonly IMetric[];
  calls: readonly IMetric[];
  percent?: number;
};

export const alarmPeriod = Duration.minutes(15);
export const sumPerAlarmPeriod: MetricOptions = { period: alarmPeriod, statistic: Stats.SUM };

const defaultPercent = 5;
const minimumFailures = 3;

function sumMetrics(name: string, metrics: readonly IMetric[]) {
  const usingMetrics = Object.fromEntries(metrics.map((metric, at) => [`${name}${at}`, metric]));
  const filled = Object.keys(usingMetrics).map((id) => `FILL(${id}, 0)`);
  return { expression: filled.length === 1 ? filled.join() : `SUM([${filled.join(", ")}])`, usingMetrics };
}

function failurePercentage({ failures, calls }: Pick<FailureRateAlarmSettings, "failures" | "calls">): MathExpression {
  const part = sumMetrics("failures", failures);
  const whole = sumMetrics("calls", calls);
  // Calls may be reported later than their failures.
  const percent = `100 * ${part.expression} / MAX([${whole.expression}, ${part.expression}])`;
  return new MathExpression({
    expression: `IF(${part.expression} >= ${minimumFailures}, ${percent}, 0)`,
    usingMetrics: { ...part.usingMetrics, ...whole.usingMetrics },
    period: alarmPeriod,
    label: "Failures in percent",
  });
}

export class Monitoring extends Construct {
  readonly topicArn: string;
  readonly logs: HandlerLogs;
  readonly #topic: Topic;
  readonly #alarms = new Map<AlarmArea, Alarm[]>(alarmAreas.map((area) => [area, []]));

  constructor(scope: Construct, id: string, { config }: { config: StageConfig }) {
    super(scope, id);
    this.logs = new HandlerLogs(this, "Logs", { retention: config.logRetentionDays });
    const cloudWatch = new ServicePrincipal("cloudwatch.amazonaws.com", {
      conditions: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } },
    });
    // CloudWatch cannot use the AWS-managed key of SNS, so an encrypted topic needs a key of its own.
    const key = new Key(this, "Key", {
      description: "Encrypts Parlance's alarms",
      enableKeyRotation: true,
      // SNS stores a message only until its delivery, so deleting the key loses no lasting data.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    key.addToResourcePolicy(
      new PolicyStatement({
        principals: [cloudWatch],
        actions: ["kms:Decrypt", "kms:GenerateDataKey*"],
        resources: ["*"],
      }),
    );
    this.#topic = new Topic(this, "Alarms", { displayName: "Parlance alarms", masterKey: key, enforceSSL: true });
    this.topicArn = this.#topic.topicArn;
    // `enforceSSL` replaces the topic's default policy, which would let alarms of this account publish.
    this.#topic.addToResourcePolicy(
      new PolicyStatement({ principals: [cloudWatch], actions: ["sns:Publish"], resources: [this.#topic.topicArn] }),
    );
    if (config.alarmEmail) this.#topic.addSubscription(new EmailSubscription(config.alarmEmail));
  }

  /** Must be called after the alarms of the area are added. */
  alarmsFor(area: AlarmArea): readonly Alarm[] {
    return this.#alarms.get(area) ?? [];
  }

  addAlarm(scope: Construct, id: string, props: AlarmSettings): Alarm {
    const {
      metric,
      threshold,
      alarmsWhen = "from",
      periods = 1,
      missingData = "fine",
      area,
      impact,
      firstStep,
    } = props;
    const alarm = new Alarm(scope, id, {
      metric,
      threshold,
      alarmDescription: `${impact} First: ${firstStep}`,
      evaluationPeriods: periods,
      comparisonOperator:
        alarmsWhen === "from"
          ? ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD
          : ComparisonOperator.LESS_THAN_THRESHOLD,
      treatMissingData: missingData === "fine" ? TreatMissingData.NOT_BREACHING : TreatMissingData.BREACHING,
    });
    alarm.addAlarmAction(new SnsAction(this.#topic));
    this.#alarms.get(area)?.push(alarm);
    return alarm;
  }

  addFailureRateAlarm(
    scope: Construct,
    id: string,
    { failures, calls, percent = defaultPercent, ...meaning }: FailureRateAlarmSettings,
  ): Alarm {
    return this.addAlarm(scope, id, { metric: failurePercentage({ failures, calls }), threshold: percent, ...meaning });
  }
}
