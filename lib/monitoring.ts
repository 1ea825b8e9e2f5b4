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

/** What of a learner's day an alarm is about: the parts of the dashboard, in its order. */
export const alarmAreas = [
  "Signing in",
  "Practising",
  "Mock exams",
  "Plans and payments",
  "Account and support",
  "Live updates",
  "The stage as a whole",
] as const;
export type AlarmArea = (typeof alarmAreas)[number];

/** What an alarm says to whoever is woken by it. */
export type AlarmMeaning = {
  area: AlarmArea;
  /** What learners suffer. */
  impact: string;
  /** What to do first, as a sentence. */
  firstStep: string;
};

/** What an alarm watches: a metric that reaches `threshold`. */
export type AlarmSettings = AlarmMeaning & {
  metric: IMetric;
  threshold: number;
  /** Whether the alarm rings from `threshold` on, or below it. */
  alarmsWhen?: "from" | "below";
  /** How many periods of the metric in a row have to be so; 1 unless given. */
  periods?: number;
  /** Whether a metric that says nothing is alarming. */
  missingData?: "fine" | "alarming";
};

/** What an alarm watches: how many of some calls came to a bad end. */
export type FailureRateAlarmSettings = AlarmMeaning & {
  failures: readonly IMetric[];
  calls: readonly IMetric[];
  /** From which share of the calls on it rings, in percent; 5 unless given. */
  percent?: number;
};

/** Three calls of a route may well come to so long at night. */
export const alarmPeriod = Duration.minutes(15);
/** How what is watched is counted, unless something else is said. */
export const sumPerAlarmPeriod: MetricOptions = { period: alarmPeriod, statistic: Stats.SUM };

const defaultPercent = 5;
/** So few failures in a period are no news; what fails always rings with its third call. */
const minimumFailures = 3;

/** The sum of metrics in the language of CloudWatch. A metric has no value until there is something to count. */
function sumMetrics(name: string, metrics: readonly IMetric[]) {
  const usingMetrics = Object.fromEntries(metrics.map((metric, at) => [`${name}${at}`, metric]));
  const filled = Object.keys(usingMetrics).map((id) => `FILL(${id}, 0)`);
  return { expression: filled.length === 1 ? filled.join() : `SUM([${filled.join(", ")}])`, usingMetrics };
}

/** Failures in percent of the calls; 0 while they are few. */
function failurePercentage({ failures, calls }: Pick<FailureRateAlarmSettings, "failures" | "calls">): MathExpression {
  const part = sumMetrics("failures", failures);
  const whole = sumMetrics("calls", calls);
  // Calls may be told later than their failures.
  const percent = `100 * ${part.expression} / MAX([${whole.expression}, ${part.expression}])`;
  return new MathExpression({
    expression: `IF(${part.expression} >= ${minimumFailures}, ${percent}, 0)`,
    usingMetrics: { ...part.usingMetrics, ...whole.usingMetrics },
    period: alarmPeriod,
    label: "Failures in percent",
  });
}

/** The topic that alarms are sent to, and every alarm. */
export class Monitoring extends Construct {
  readonly #topic: Topic;
  readonly #alarms = new Map<AlarmArea, Alarm[]>(alarmAreas.map((area) => [area, []]));

  constructor(scope: Construct, id: string, { config }: { config: StageConfig }) {
    super(scope, id);
    const cloudWatch = new ServicePrincipal("cloudwatch.amazonaws.com", {
      conditions: { StringEquals: { "aws:SourceAccount": Aws.ACCOUNT_ID } },
    });
    // CloudWatch may not use the key that AWS keeps for SNS, so an encrypted topic needs one of its own.
    const key = new Key(this, "Key", {
      description: "Encrypts Parlance's alarms",
      enableKeyRotation: true,
      // It encrypts messages on their way, and nothing that is kept.
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
    // Requiring TLS gives the topic a policy, which takes the place of the one that lets this account's alarms in.
    this.#topic.addToResourcePolicy(
      new PolicyStatement({ principals: [cloudWatch], actions: ["sns:Publish"], resources: [this.#topic.topicArn] }),
    );
    if (config.alarmEmail) this.#topic.addSubscription(new EmailSubscription(config.alarmEmail));
  }

  /** The alarms that there are so far on one part of a learner's day. */
  alarmsFor(area: AlarmArea): readonly Alarm[] {
    return this.#alarms.get(area) ?? [];
  }

  /** Adds an alarm beside what it watches. */
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

  /**
   * Adds an alarm on failures as a share of calls. One failure at night wakes nobody, and what always fails is heard of
   * however few call it.
   */
  addFailureRateAlarm(
    scope: Construct,
    id: string,
    { failures, calls, percent = defaultPercent, ...meaning }: FailureRateAlarmSettings,
  ): void {
    this.addAlarm(scope, id, { metric: failurePercentage({ failures, calls }), threshold: percent, ...meaning });
  }
}
