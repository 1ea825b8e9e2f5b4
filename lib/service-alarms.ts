import { Duration } from "aws-cdk-lib";
import type { HttpApi, WebSocketApi } from "aws-cdk-lib/aws-apigatewayv2";
import { type Alarm, MathExpression, Metric, Stats } from "aws-cdk-lib/aws-cloudwatch";
import type { UserPool, UserPoolClient } from "aws-cdk-lib/aws-cognito";
import { Construct } from "constructs";
import { isLarge, type StageConfig } from "./config.ts";
import { stageMetric } from "./metrics.ts";
import { type Monitoring, sumPerAlarmPeriod } from "./monitoring.ts";

export type ServiceAlarmsProps = {
  config: StageConfig;
  monitoring: Monitoring;
  api: HttpApi;
  realtimeApi: WebSocketApi;
  userPool: UserPool;
  client: UserPoolClient;
  siteAppId: string;
};

export class ServiceAlarms extends Construct {
  /** An alarm that every stage has and that rolls no deploy back, so an operator can raise it as a test. */
  readonly testAlarm: Alarm;

  constructor(scope: Construct, id: string, props: ServiceAlarmsProps) {
    super(scope, id);
    this.testAlarm = this.#addApiAlarms(props);
    this.#addRealtimeAlarms(props);
    // A small stage does without this alarm. The canary logs in every five minutes, and a small stage has too few
    // learners to reach Cognito's quotas.
    if (isLarge(props.config)) this.#addSignInAlarms(props);
    this.#addSiteAlarms(props);
    this.#addMailAlarms(props);
    this.#addWebhookAlarms(props);
    this.#addFunctionAlarms(props);
    this.#addEventBusAlarms(props);
  }

  #addApiAlarms({ monitoring, api, config }: ServiceAlarmsProps): Alarm {
    const calls = [api.metricCount(sumPerAlarmPeriod)];
    const serverErrors = monitoring.addFailureRateAlarm(this, "ApiServerErrors", {
      area: "The stage as a whole",
      // In a small stage, most routes have no alarm of their own. The failures of one route are a small share of all
      // calls, so the threshold of this alarm is low.
      ...(isLarge(config) ? {} : { percent: 1 }),
      failures: [api.metricServerError(sumPerAlarmPeriod)],
      calls,
      impact: "Learners see errors all over the app: the API responds with server errors.",
      firstStep:
        "find the failing routes and the logs of their handlers on the dashboard; if there are none, open AWS's Health page.",
    });
    monitoring.addFailureRateAlarm(this, "ApiThrottles", {
      area: "The stage as a whole",
      failures: [stageMetric(this, "ApiThrottles", sumPerAlarmPeriod)],
      calls,
      impact: "Learners are asked to try again later: the API refuses calls above its limits.",
      firstStep:
        "count the access log's lines with status 429 by route; raise the stage's limits if learners cause them, but not if one stranger does.",
    });
    return serverErrors;
  }

  #addRealtimeAlarms({ monitoring, realtimeApi }: ServiceAlarmsProps): void {
    const count = (name: string) => realtimeApi.metric(name, sumPerAlarmPeriod);
    monitoring.addFailureRateAlarm(this, "RealtimeServerErrors", {
      area: "Live updates",
      failures: [count("IntegrationError"), count("ExecutionError")],
      calls: [count("ConnectCount"), count("MessageCount")],
      impact: "Learners' open tabs lose their connections: the WebSocket API fails on connections or messages.",
      firstStep: "read integrationError in the WebSocket API's access log; no data is lost, because tabs refetch it.",
    });
  }

  #addSignInAlarms({ monitoring, userPool, client }: ServiceAlarmsProps): void {
    const dimensionsMap = { UserPool: userPool.userPoolId, UserPoolClient: client.userPoolClientId };
    const metric = (metricName: string, statistic: string) =>
      new Metric({ namespace: "AWS/Cognito", metricName, dimensionsMap, ...sumPerAlarmPeriod, statistic });
    const kinds = ["SignIn", "SignUp", "TokenRefresh"];
    monitoring.addFailureRateAlarm(this, "SignInThrottles", {
      area: "Logging in",
      failures: kinds.map((kind) => metric(`${kind}Throttles`, Stats.SUM)),
      // The sample count also includes failed attempts.
      calls: kinds.map((kind) => metric(`${kind}Successes`, Stats.SAMPLE_COUNT)),
      impact: "Learners cannot sign up, log in or stay logged in: Cognito refuses calls above its quotas.",
      firstStep:
        "compare the calls with Cognito's quotas in Service Quotas, and request an increase of the exhausted one.",
    });
  }

  #addSiteAlarms({ monitoring, siteAppId }: ServiceAlarmsProps): void {
    const metric = (metricName: string) =>
      new Metric({
        namespace: "AWS/AmplifyHosting",
        metricName,
        dimensionsMap: { App: siteAppId },
        ...sumPerAlarmPeriod,
      });
    monitoring.addFailureRateAlarm(this, "SiteErrors", {
      area: "The stage as a whole",
      failures: [metric("5xxErrors")],
      calls: [metric("Requests")],
      impact: "Learners cannot open the app: Amplify Hosting responds with server errors.",
      firstStep:
        "open the app yourself, then check its last deployment in Amplify Hosting, and deploy the previous version.",
    });
  }

  /**
   * The thresholds are the rates at which AWS reviews an account:
   * https://docs.aws.amazon.com/ses/latest/dg/reputationdashboardmessages.html
   */
  #addMailAlarms({ monitoring }: ServiceAlarmsProps): void {
    const rate = (name: string) =>
      new Metric({
        namespace: "AWS/SES",
        metricName: `Reputation.${name}Rate`,
        period: Duration.hours(1),
        statistic: Stats.AVERAGE,
      });
    const area = "Logging in";
    monitoring.addAlarm(this, "Bounces", {
      area,
      metric: rate("Bounce"),
      threshold: 0.05,
      impact: "Learners may soon get no codes: so many of this account's emails bounce that AWS may stop its sending.",
      firstStep:
        "find the bouncing addresses in SES; if strangers sign up with invented addresses, block those sign-ups.",
    });
    monitoring.addAlarm(this, "Complaints", {
      area,
      metric: rate("Complaint"),
      threshold: 0.001,
      impact:
        "Learners may soon get no codes: so many people report this account's emails as spam that AWS may stop its sending.",
      firstStep:
        "find the complaints in SES; complaints about unwanted codes mean that a person enters other people's addresses.",
    });
  }

  #addWebhookAlarms({ monitoring }: ServiceAlarmsProps): void {
    const area = "Plans and payments";
    const within = (name: Parameters<typeof stageMetric>[1]) =>
      stageMetric(this, name, { period: Duration.hours(3), statistic: Stats.SUM });
    monitoring.addAlarm(this, "WebhookSecret", {
      area,
      metric: new MathExpression({
        // Anyone can send requests with a wrong signature. Such requests count only if no request has a valid one.
        expression: "IF(FILL(verified, 0) < 1, FILL(refused, 0), 0)",
        usingMetrics: { refused: within("EventsNotVerified"), verified: within("EventsVerified") },
        period: Duration.hours(3),
      }),
      threshold: 3,
      impact:
        "Learners whose plan was paid, renewed or ended do not see it: for three hours no event had a valid signature.",
      firstStep:
        "check in Stripe if the endpoint's deliveries fail, and put its signing secret into the Stripe secret; if Stripe sent none, the requests come from a stranger.",
    });
    monitoring.addAlarm(this, "UnknownCustomer", {
      area,
      metric: stageMetric(this, "PaymentsOfUnknown", sumPerAlarmPeriod),
      threshold: 1,
      impact:
        "A learner may have paid without getting a plan: a payment came from a customer that belongs to no learner.",
      firstStep:
        "find the event in the webhook's log and its customer in Stripe, whose metadata names the learner; another stage on the same Stripe account also raises this alarm.",
    });
  }

  #addEventBusAlarms({ monitoring }: ServiceAlarmsProps): void {
    monitoring.addAlarm(this, "EventsNotPublished", {
      area: "Live updates",
      metric: stageMetric(this, "EventsNotPublished", sumPerAlarmPeriod),
      threshold: 3,
      impact:
        "Learners' open tabs and devices do not show changes, and ended plans may be removed late: handlers could not publish stored changes to the event bus.",
      firstStep:
        'read the lines "not published" in the handlers\' logs, and check if EventBridge refuses calls or is down.',
    });
  }

  /**
   * One alarm covers all functions, because they share the account's quota. In a small stage, the alarm counts only
   * throttled calls. A share of all calls would need a second metric and cost twice as much.
   */
  #addFunctionAlarms({ monitoring, config }: ServiceAlarmsProps): void {
    const metric = (metricName: string) => new Metric({ namespace: "AWS/Lambda", metricName, ...sumPerAlarmPeriod });
    const meaning = {
      area: "The stage as a whole",
      impact: "Learners see errors all over the app: Lambda refuses calls above the account's concurrency quota.",
      firstStep:
        "find the busiest function in Lambda's metrics, and request more concurrent executions in Service Quotas.",
    } as const;
    const failures = metric("Throttles");
    if (isLarge(config)) {
      const calls = [metric("Invocations")];
      monitoring.addFailureRateAlarm(this, "FunctionThrottles", {
        failures: [failures],
        calls,
        percent: 1,
        ...meaning,
      });
    } else monitoring.addAlarm(this, "FunctionThrottles", { metric: failures, threshold: 3, ...meaning });
  }
}
