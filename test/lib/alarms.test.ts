import { describe, expect, test } from "vitest";
import * as z from "zod";
import { type RouteName, routes } from "../../domain/api.ts";
import { findAlarms } from "./alarms.ts";
import { findDeployedHandlers } from "./support/handlers.ts";
import { type FoundResource, findResource, findResources, referenceOf, synthesise } from "./support/synthesise.ts";

/**
 * Metrics and dimensions that AWS documents. CloudWatch also accepts an alarm on a metric that does not exist.
 */
const documented: Readonly<Record<string, readonly { names: readonly string[]; dimensions: readonly string[] }[]>> = {
  // https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html
  "AWS/Lambda": [
    { names: ["Invocations", "Errors", "Throttles", "Duration"], dimensions: ["FunctionName"] },
    { names: ["Invocations", "Errors", "Throttles", "ConcurrentExecutions"], dimensions: [] },
  ],
  // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-metrics.html and
  // https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-logging.html
  "AWS/ApiGateway": [
    {
      names: [
        ...["4xx", "5xx", "Count", "Latency"],
        ...["ConnectCount", "MessageCount", "IntegrationError", "ClientError", "ExecutionError"],
      ],
      dimensions: ["ApiId"],
    },
  ],
  // https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-available-cloudwatch-metrics.html
  "AWS/SQS": [{ names: ["ApproximateNumberOfMessagesVisible"], dimensions: ["QueueName"] }],
  // https://docs.aws.amazon.com/cognito/latest/developerguide/metrics-for-cognito-user-pools.html
  "AWS/Cognito": [
    {
      names: ["SignUp", "SignIn", "TokenRefresh"].flatMap((kind) => [`${kind}Successes`, `${kind}Throttles`]),
      dimensions: ["UserPool", "UserPoolClient"],
    },
  ],
  // https://docs.aws.amazon.com/ses/latest/dg/reputationdashboard-cloudwatch-alarm.html
  "AWS/SES": [
    { names: ["Reputation.BounceRate", "Reputation.ComplaintRate"], dimensions: [] },
    // https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-cloudwatch.html
    { names: ["Send", "Bounce", "Complaint", "Reject"], dimensions: ["ses:configuration-set"] },
  ],
  // https://docs.aws.amazon.com/amplify/latest/userguide/monitoring-with-cloudwatch.html
  "AWS/AmplifyHosting": [{ names: ["Requests", "4xxErrors", "5xxErrors", "Latency"], dimensions: ["App"] }],
};

const template = synthesise("prod");
const alarms = findAlarms(template);
const alarmAt = (path: string) => {
  const found = alarms.find((alarm) => alarm.path === path);
  if (!found) throw new Error(`There is no alarm ${path}`);
  return found;
};
const idOf = (type: string, ending: string) => findResource(template, type, ending).id;

const Transformations = z.array(
  z.object({
    MetricName: z.string(),
    MetricNamespace: z.string(),
    Dimensions: z.array(z.object({ Key: z.string(), Value: z.string() })).default([]),
  }),
);
/** The metrics that log filters create, as `namespace name [dimensions]`. */
const filtered = findResources(template, "AWS::Logs::MetricFilter").flatMap(({ properties }) =>
  Transformations.parse(properties["MetricTransformations"]).map(
    ({ MetricNamespace, MetricName, Dimensions }) =>
      `${MetricNamespace} ${MetricName} [${Dimensions.map(({ Key }) => Key)}]`,
  ),
);

describe("every alarm", () => {
  test.each(alarms)("reads existing metrics: $path", ({ metrics }) => {
    expect(metrics).not.toEqual([]);
    for (const { namespace, name, dimensions } of metrics) {
      const under = Object.keys(dimensions).sort();
      if (namespace.startsWith("Parlance")) expect(filtered).toContain(`${namespace} ${name} [${under}]`);
      else {
        const known = documented[namespace]?.filter(({ names }) => names.includes(name)) ?? [];
        expect([namespace, name, known.map((entry) => entry.dimensions)]).toEqual([
          namespace,
          name,
          expect.arrayContaining([under]),
        ]);
      }
    }
  });

  test.each(alarms)("describes the effect on learners and the operator's first step: $path", ({ settings }) => {
    expect(settings.AlarmDescription).toMatch(/(Learner|learner|Nobody|Plans).{20,}\. First: [a-z].{20,}\.$/);
    // The maximum length that CloudWatch allows.
    expect(settings.AlarmDescription.length).toBeLessThanOrEqual(1024);
  });

  const reportsSilence = ["Expiry/NoRun", "Canary/Failing"];
  test.each(alarms.filter(({ path }) => !reportsSilence.includes(path)))(
    "that does not report missing runs is inactive without data: $path",
    (alarm) => {
      expect(alarm.isInAlarm({})).toBe(false);
      expect(alarm.settings.TreatMissingData).toBe("notBreaching");
    },
  );
});

/** The alarm is active if at least three calls and at least five percent of the calls fail. */
const failureRates: [failures: number, calls: number, woken: boolean][] = [
  [0, 10_000, false],
  [1, 1, false],
  [2, 2, false],
  [3, 3, true],
  [3, 100, false],
  [5, 100, true],
  [499, 10_000, false],
  [500, 10_000, true],
];

describe("in a large stage, a handler", () => {
  const handlers = findDeployedHandlers(template);
  const names = Object.keys(routes).filter((name): name is RouteName => Object.hasOwn(routes, name));
  const keyOf = (handler: string) => {
    const name = names.find((one) => handler.endsWith(`/${one}`) && /^(api|webhooks)\//.test(handler));
    return name && `${routes[name].method} ${routes[name].path}`;
  };
  const alarmOf = ({ resource }: (typeof handlers)[number]) => alarmAt(resource.path.replace(/Function$/, "Errors"));

  /** The value names what reports the failures instead. */
  const watchedElsewhere: Readonly<Record<string, string>> = {
    "deployment/create-signing-key": "the deployment fails",
    "events/check-shared-audio": "Sharing/check-shared-audio/DeadLetters/Waiting",
    "events/on-subscription-ended": "Events/on-subscription-ended/DeadLetters/Waiting",
    "realtime/push-changes": "Events/push-changes/DeadLetters/Waiting",
    "schedule/check-content-errors": "ContentWatch/ContentErrors",
    "schedule/expire-shares": "Sharing/expire-shares/DeadLetters/Waiting",
    "schedule/expire-subscriptions": "Expiry/NoRun",
    "schedule/run-canary": "Canary/Failing",
    "schedule/send-feedback-mail": "Sharing/send-feedback-mail/DeadLetters/Waiting",
    "schedule/sweep-closed-accounts": "AccountSweep/sweep-closed-accounts/DeadLetters/Waiting",
    "realtime/connect": "Services/RealtimeServerErrors",
    "realtime/disconnect": "Services/RealtimeServerErrors",
    "realtime/message": "Services/RealtimeServerErrors",
  };
  /** The ids of resources and the names of logged metrics that report the handler's runs. */
  const sourcesOf = ({ resource: { id }, logGroup }: (typeof handlers)[number]) => {
    const isOfHandler = ({ properties }: FoundResource) => JSON.stringify(properties).includes(`"${id}"`);
    const Invoked = z.object({ DestinationConfig: z.object({ OnFailure: z.object({ Destination: z.unknown() }) }) });
    const deadLetters = findResources(template, "AWS::Lambda::EventInvokeConfig")
      .filter(isOfHandler)
      .map(({ properties }) =>
        referenceOf(Invoked.safeParse(properties).data?.DestinationConfig.OnFailure.Destination),
      );
    const apis = findResources(template, "AWS::ApiGatewayV2::Integration")
      .filter(isOfHandler)
      .map(({ properties }) => referenceOf(properties["ApiId"]));
    const logged = findResources(template, "AWS::Logs::MetricFilter")
      .filter(({ properties }) => referenceOf(properties["LogGroupName"]) === logGroup)
      .flatMap(({ properties }) => Transformations.parse(properties["MetricTransformations"]))
      .map(({ MetricName }) => MetricName);
    return [id, ...deadLetters, ...apis, ...logged];
  };
  const watched = handlers.filter(({ handler }) => !Object.hasOwn(watchedElsewhere, handler));

  test.each(Object.entries(watchedElsewhere).slice(1))(
    "without an alarm on the share of its failed calls is watched by another alarm: %s by %s",
    (handler, path) => {
      const sources = handlers.filter((deployed) => deployed.handler === handler).flatMap(sourcesOf);
      const { metrics } = alarmAt(path);
      expect(metrics.length).toBeGreaterThan(0);
      for (const { name, dimensions } of metrics)
        expect(sources).toContain(referenceOf(Object.values(dimensions)[0]) ?? name);
    },
  );

  test.each(watched)("has an alarm on the share of its failed calls: $handler", (deployed) => {
    const { metrics, settings } = alarmOf(deployed);
    expect(settings.AlarmDescription).toContain(`lambdas/${deployed.handler}.ts`);
    const own = { FunctionName: { Ref: deployed.resource.id } };
    const route = keyOf(deployed.handler);
    expect(metrics.filter(({ name }) => name === "Invocations").map(({ dimensions }) => dimensions)).toEqual([own]);
    // API handlers return failures as responses, which Lambda does not count as errors.
    const failures = route ? ["ApiFailures", { Route: route }] : ["Errors", own];
    expect(metrics.map(({ name, dimensions }) => [name, dimensions])).toContainEqual(failures);
    for (const { statistic, seconds } of metrics) expect([statistic, seconds]).toEqual(["Sum", 900]);
  });

  test.each(failureRates)(
    "with %i failures in %i calls activates its alarm on failed calls: %s",
    (failures, calls, woken) => {
      for (const deployed of watched) {
        const { path, isInAlarm } = alarmOf(deployed);
        const values = { Errors: failures, ApiFailures: failures, Invocations: calls };
        expect([path, isInAlarm(values)]).toEqual([path, woken]);
      }
    },
  );

  test("of the pre-sign-up trigger has an alarm that ignores refusals", () => {
    const { isInAlarm } = alarmAt("Identity/pre-sign-up/Errors");
    expect(isInAlarm({ Errors: 50, SignUpRefusals: 50, Invocations: 60 })).toBe(false);
    expect(isInAlarm({ Errors: 50, SignUpRefusals: 40, Invocations: 60 })).toBe(true);
    expect(isInAlarm({ Errors: 50, Invocations: 60 })).toBe(true);
    const refusals = findResources(template, "AWS::Logs::MetricFilter").filter(
      ({ properties }) =>
        properties["FilterPattern"] === '{ ($.message = "refused") && ($.eventHandler = "pre-sign-up") }',
    );
    expect(refusals.map(({ path }) => path)).toEqual(["Monitoring/Logs/Logging in/SignUpRefusals"]);
    const readers = alarms.filter(({ metrics }) => metrics.some(({ name }) => name === "SignUpRefusals"));
    expect(readers.map(({ path }) => path)).toEqual(["Identity/pre-sign-up/Errors"]);
  });

  test("of a route has a metric that counts 5xx responses in the access log", () => {
    const accessLog = { Ref: idOf("AWS::Logs::LogGroup", "Api/AccessLog") };
    const [failures] = findResources(template, "AWS::Logs::MetricFilter").filter(({ path }) =>
      path.endsWith("AccessLog/Failures"),
    );
    expect(failures?.properties).toMatchObject({
      LogGroupName: accessLog,
      FilterPattern: '{ $.status = "5*" }',
      MetricTransformations: [{ MetricValue: "1", Dimensions: [{ Key: "Route", Value: "$.route" }] }],
    });
    const { AccessLogSettings } = z
      .object({ AccessLogSettings: z.object({ Format: z.string() }) })
      .parse(findResource(template, "AWS::ApiGatewayV2::Stage", "Api/Stage").properties);
    expect(JSON.parse(AccessLogSettings.Format)).toMatchObject({
      status: "$context.status",
      route: "$context.routeKey",
      integrationStatus: "$context.integrationStatus",
    });
  });
});

describe("the AWS services of a large stage", () => {
  const seen = (path: string) =>
    alarmAt(path).metrics.map(({ namespace, name, dimensions, statistic }) => [namespace, name, dimensions, statistic]);

  test("have alarms on the share of failed and of throttled calls of API Gateway", () => {
    const ApiId = { Ref: idOf("AWS::ApiGatewayV2::Api", "Api/HttpApi") };
    expect(seen("Services/ApiServerErrors")).toEqual([
      ["AWS/ApiGateway", "5xx", { ApiId }, "Sum"],
      ["AWS/ApiGateway", "Count", { ApiId }, "Sum"],
    ]);
    const { isInAlarm } = alarmAt("Services/ApiThrottles");
    expect(isInAlarm({ ApiThrottles: 2, Count: 2 })).toBe(false);
    expect(isInAlarm({ ApiThrottles: 400, Count: 10_000 })).toBe(false);
    expect(isInAlarm({ ApiThrottles: 600, Count: 10_000 })).toBe(true);
  });

  test("have a metric of the 429 responses that API Gateway returns without a handler", () => {
    const [throttles] = findResources(template, "AWS::Logs::MetricFilter").filter(({ path }) =>
      path.endsWith("AccessLog/Throttles"),
    );
    expect(throttles?.properties["FilterPattern"]).toBe('{ ($.status = "429") && ($.integrationStatus = "-") }');
  });

  test("have an alarm on failed connections and messages of live updates", () => {
    const ApiId = { Ref: idOf("AWS::ApiGatewayV2::Api", "Realtime/Api") };
    expect(seen("Services/RealtimeServerErrors")).toEqual(
      ["IntegrationError", "ExecutionError", "ConnectCount", "MessageCount"].map((name) => [
        ...["AWS/ApiGateway", name, { ApiId }, "Sum"],
      ]),
    );
    const { isInAlarm } = alarmAt("Services/RealtimeServerErrors");
    expect(isInAlarm({ IntegrationError: 3, ConnectCount: 3 })).toBe(true);
    expect(isInAlarm({ IntegrationError: 3, ExecutionError: 1, ConnectCount: 3, MessageCount: 1_000 })).toBe(false);
  });

  test("have an alarm on throttled Cognito calls of the stage's user pool and app", () => {
    const place = {
      UserPool: { Ref: idOf("AWS::Cognito::UserPool", "") },
      UserPoolClient: { Ref: idOf("AWS::Cognito::UserPoolClient", "") },
    };
    const expected = ["SignIn", "SignUp", "TokenRefresh"].flatMap((kind) => [
      ["AWS/Cognito", `${kind}Throttles`, place, "Sum"],
      // A failed attempt is a sample with the value 0.
      ["AWS/Cognito", `${kind}Successes`, place, "SampleCount"],
    ]);
    expect(seen("Services/SignInThrottles").toSorted()).toEqual(expected.toSorted());
    const { isInAlarm } = alarmAt("Services/SignInThrottles");
    expect(isInAlarm({ SignInThrottles: 30, SignInSuccesses: 100, TokenRefreshSuccesses: 200 })).toBe(true);
    expect(isInAlarm({ TokenRefreshThrottles: 3, TokenRefreshSuccesses: 10_000 })).toBe(false);
  });

  test.each(["us-east-1", "ap-southeast-2"])(
    "have an alarm on the first failed content check if the stage is in %s",
    (region) => {
      const stage = synthesise("prod", { region });
      const alarm = findAlarms(stage).find(({ path }) => path === "ContentWatch/ContentErrors");
      const check = findDeployedHandlers(stage).find(({ handler }) => handler === "schedule/check-content-errors");
      expect(alarm?.metrics).toMatchObject([
        {
          namespace: "AWS/Lambda",
          name: "Errors",
          dimensions: { FunctionName: { Ref: check?.resource.id } },
          statistic: "Sum",
        },
      ]);
      expect([alarm?.isInAlarm({ Errors: 0 }), alarm?.isInAlarm({ Errors: 1 })]).toEqual([false, true]);
    },
  );

  test("have an alarm on failed requests for the web app", () => {
    const App = { "Fn::GetAtt": [idOf("AWS::Amplify::App", ""), "AppId"] };
    expect(seen("Services/SiteErrors")).toEqual([
      ["AWS/AmplifyHosting", "5xxErrors", { App }, "Sum"],
      ["AWS/AmplifyHosting", "Requests", { App }, "Sum"],
    ]);
  });

  test("have alarms on bounces and on complaints at the rates for which AWS reviews an account", () => {
    // AWS reviews an account from 5 percent of bounces or 0.1 percent of complaints:
    // https://docs.aws.amazon.com/ses/latest/dg/faqs-enforcement.html
    const bounces = alarmAt("Services/Bounces");
    const complaints = alarmAt("Services/Complaints");
    expect([...bounces.metrics, ...complaints.metrics].map(({ name, statistic }) => [name, statistic])).toEqual([
      ["Reputation.BounceRate", "Average"],
      ["Reputation.ComplaintRate", "Average"],
    ]);
    const bounced = (rate: number) => bounces.isInAlarm({ "Reputation.BounceRate": rate });
    expect([bounced(0.049), bounced(0.05)]).toEqual([false, true]);
    const complained = (rate: number) => complaints.isInAlarm({ "Reputation.ComplaintRate": rate });
    expect([complained(0.0009), complained(0.001)]).toEqual([false, true]);
  });

  test("have an alarm on undelivered mail of the stage", () => {
    const { isInAlarm, metrics } = alarmAt("Mail/Undelivered");
    const set = { "ses:configuration-set": { Ref: idOf("AWS::SES::ConfigurationSet", "") } };
    expect(metrics.map(({ name, dimensions }) => [name, dimensions])).toEqual(
      ["Bounce", "Reject", "Send"].map((name) => [name, set]),
    );
    expect([isInAlarm({ Bounce: 2, Send: 2 }), isInAlarm({ Bounce: 2, Reject: 3, Send: 100 })]).toEqual([false, true]);
  });

  test("have an alarm on throttled functions of the account", () => {
    const { isInAlarm, metrics } = alarmAt("Services/FunctionThrottles");
    expect(metrics.map(({ name, dimensions }) => [name, dimensions])).toEqual([
      ["Throttles", {}],
      ["Invocations", {}],
    ]);
    expect([isInAlarm({ Throttles: 2 }), isInAlarm({ Throttles: 3 })]).toEqual([false, true]);
    expect([
      isInAlarm({ Throttles: 99, Invocations: 10_000 }),
      isInAlarm({ Throttles: 100, Invocations: 10_000 }),
    ]).toEqual([false, true]);
  });
});

describe("the monitoring of plans and events", () => {
  test("has an alarm if at least three webhook events fail verification and none passes in three hours", () => {
    const { isInAlarm, metrics } = alarmAt("Services/WebhookSecret");
    for (const { seconds, statistic } of metrics) expect([seconds, statistic]).toEqual([10_800, "Sum"]);
    expect(isInAlarm({ EventsNotVerified: 3, EventsVerified: 0 })).toBe(true);
    expect(isInAlarm({ EventsNotVerified: 3 })).toBe(true);
    expect(isInAlarm({ EventsNotVerified: 2, EventsVerified: 0 })).toBe(false);
    expect(isInAlarm({ EventsNotVerified: 5_000, EventsVerified: 1 })).toBe(false);
    expect(isInAlarm({ EventsVerified: 10 })).toBe(false);
  });

  test("has an alarm on a single payment of an unknown customer", () => {
    const { isInAlarm } = alarmAt("Services/UnknownCustomer");
    expect([isInAlarm({ PaymentsOfUnknown: 0 }), isInAlarm({ PaymentsOfUnknown: 1 })]).toEqual([false, true]);
  });

  test("has an alarm on three unpublished events of all handlers together", () => {
    const { isInAlarm } = alarmAt("Services/EventsNotPublished");
    expect([isInAlarm({}), isInAlarm({ EventsNotPublished: 2 }), isInAlarm({ EventsNotPublished: 3 })]).toEqual([
      false,
      false,
      true,
    ]);
    const Counted = z.tuple([z.object({ MetricName: z.string() })]);
    const counting = findResources(template, "AWS::Logs::MetricFilter").filter(
      ({ properties }) => Counted.parse(properties["MetricTransformations"])[0].MetricName === "EventsNotPublished",
    );
    const counted = counting.map(({ properties }) => referenceOf(properties["LogGroupName"]));
    const publishing = findDeployedHandlers(template).filter(({ environment }) => "EVENT_BUS" in environment);
    expect(publishing.length).toBeGreaterThan(5);
    // Several publishing handlers may share a log group, which is counted once.
    expect(counted.toSorted()).toEqual([...new Set(publishing.map(({ logGroup }) => logGroup))].toSorted());
  });

  test("has an alarm on two hours without a successful expiry run", () => {
    const { isInAlarm, settings, metrics } = alarmAt("Expiry/NoRun");
    expect(metrics).toMatchObject([{ name: "ExpiryRuns", statistic: "Sum", seconds: 3_600 }]);
    expect(settings).toMatchObject({ EvaluationPeriods: 2, TreatMissingData: "breaching" });
    expect([isInAlarm({}), isInAlarm({ ExpiryRuns: 0 }), isInAlarm({ ExpiryRuns: 1 })]).toEqual([true, true, false]);
  });

  test("of a large stage has an alarm on the first dead letter of each queue", () => {
    const queues = findResources(template, "AWS::SQS::Queue");
    expect(queues.length).toBeGreaterThan(0);
    for (const { id, path } of queues) {
      const { metrics, isInAlarm } = alarmAt(path.replace(/Queue$/, "Waiting"));
      expect(metrics).toMatchObject([
        { dimensions: { QueueName: { "Fn::GetAtt": [id, "QueueName"] } }, statistic: "Maximum" },
      ]);
      expect(isInAlarm({ ApproximateNumberOfMessagesVisible: 1 })).toBe(true);
    }
  });
});

describe("a small stage", () => {
  const small = findAlarms(synthesise("prod", { learners: 4999 }));
  const paths = small.map(({ path }) => path);

  test("has an alarm on missing expiry runs, and none on the dead letters of the expiry", () => {
    expect(paths).toContain("Expiry/NoRun");
    expect(paths).not.toContain("Expiry/expire-subscriptions/DeadLetters/Waiting");
    expect(paths).toContain("AccountSweep/sweep-closed-accounts/DeadLetters/Waiting");
  });

  test("has alarms on stripe-webhook and create-checkout-session, but none on grant-content", () => {
    expect(paths).toContain("Api/stripe-webhook/Errors");
    expect(paths).toContain("Api/create-checkout-session/Errors");
    expect(paths).not.toContain("Api/grant-content/Errors");
    expect(findAlarms(synthesise("prod", { learners: 5000 })).map(({ path }) => path)).toContain(
      "Api/grant-content/Errors",
    );
  });

  test("has an alarm on the third throttled call of the account's functions", () => {
    const throttles = small.find(({ path }) => path === "Services/FunctionThrottles");
    expect(throttles?.metrics.map(({ name, dimensions }) => [name, dimensions])).toEqual([["Throttles", {}]]);
    expect([throttles?.isInAlarm({ Throttles: 2 }), throttles?.isInAlarm({ Throttles: 3 })]).toEqual([false, true]);
  });

  test("has the canary's alarm instead of an alarm on throttled log-ins", () => {
    expect(paths).toContain("Canary/Failing");
    expect(paths).not.toContain("Services/SignInThrottles");
  });

  test("has an alarm on three failures in 300 API calls", () => {
    const api = small.find(({ path }) => path === "Services/ApiServerErrors");
    expect(api?.isInAlarm({ "5xx": 3, Count: 300 })).toBe(true);
    expect(api?.isInAlarm({ "5xx": 3, Count: 301 })).toBe(false);
    expect(api?.isInAlarm({ "5xx": 2, Count: 2 })).toBe(false);
  });
});

test.each([100, 5000])("the outputs of a stage for %i learners name an alarm for tests, and its topic", (learners) => {
  const stage = synthesise("prod", { learners });
  const alarm = findResource(stage, "AWS::CloudWatch::Alarm", "Services/ApiServerErrors");
  const topic = { Ref: findResource(stage, "AWS::SNS::Topic").id };
  const Outputs = z.object({
    AlarmTopic: z.object({ Value: z.unknown() }),
    TestAlarm: z.object({ Value: z.unknown() }),
  });
  const { AlarmTopic, TestAlarm } = Outputs.parse(stage.toJSON()["Outputs"]);
  expect([AlarmTopic.Value, TestAlarm.Value]).toEqual([topic, { Ref: alarm.id }]);
  expect(alarm.properties["AlarmActions"]).toEqual([topic]);
});

test("the APIs have no detailed metrics by route", () => {
  const stages = findResources(template, "AWS::ApiGatewayV2::Stage");
  expect(stages).toHaveLength(2);
  expect(JSON.stringify(stages)).not.toContain('DetailedMetricsEnabled":true');
});

test("the custom metrics that a stage's alarms read are in the stage's own namespace", () => {
  const namespaces = new Set(alarms.flatMap(({ metrics }) => metrics.map(({ namespace }) => namespace)));
  expect([...namespaces].filter((name) => name.startsWith("Parlance/"))).toEqual(["Parlance/parlance-prod"]);
});

describe("the monthly budget", () => {
  const alarmEmail = "night@parlance.example";

  test("sends an email if the costs exceed 80 percent of the amount, or the forecast exceeds the amount", () => {
    const [budget] = findResources(synthesise("dev", { alarmEmail, monthlyBudgetUsd: 40 }), "AWS::Budgets::Budget");
    const subscribers = [{ SubscriptionType: "EMAIL", Address: alarmEmail }];
    const over = { ComparisonOperator: "GREATER_THAN", ThresholdType: "PERCENTAGE" };
    expect(budget?.properties).toEqual({
      Budget: { BudgetType: "COST", TimeUnit: "MONTHLY", BudgetLimit: { Amount: 40, Unit: "USD" } },
      NotificationsWithSubscribers: [
        { Notification: { ...over, NotificationType: "ACTUAL", Threshold: 80 }, Subscribers: subscribers },
        { Notification: { ...over, NotificationType: "FORECASTED", Threshold: 100 }, Subscribers: subscribers },
      ],
    });
  });

  test("does not exist if its amount or its address is missing", () => {
    for (const config of [{}, { alarmEmail }, { monthlyBudgetUsd: 40 }]) {
      expect(findResources(synthesise("dev", config), "AWS::Budgets::Budget")).toEqual([]);
    }
  });
});

describe("the topic of alarms", () => {
  const topic = findResource(template, "AWS::SNS::Topic", "Monitoring/Alarms");

  test("receives every alarm", () => {
    for (const { properties } of alarms) expect(properties["AlarmActions"]).toEqual([{ Ref: topic.id }]);
  });

  test("sends email if the stage names an address", () => {
    expect(findResources(synthesise("dev"), "AWS::SNS::Subscription")).toEqual([]);
    const mailed = findResources(synthesise("dev", { alarmEmail: "night@parlance.example" }), "AWS::SNS::Subscription");
    expect(mailed.map(({ properties }) => properties)).toEqual([
      { Protocol: "email", Endpoint: "night@parlance.example", TopicArn: { Ref: topic.id } },
    ]);
  });

  test("is encrypted, and CloudWatch may publish to it", () => {
    const fromHere = { StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } } };
    const cloudWatch = { Effect: "Allow", Principal: { Service: "cloudwatch.amazonaws.com" }, Condition: fromHere };
    const key = findResource(template, "AWS::KMS::Key", "Monitoring/Key");
    expect(referenceOf(topic.properties["KmsMasterKeyId"])).toBe(key.id);
    expect(key.properties).toMatchObject({
      EnableKeyRotation: true,
      KeyPolicy: {
        Statement: expect.arrayContaining([
          { ...cloudWatch, Action: ["kms:Decrypt", "kms:GenerateDataKey*"], Resource: "*" },
        ]),
      },
    });
    expect(key.deletionPolicy).toBe("Delete");
    const policy = findResource(template, "AWS::SNS::TopicPolicy", "Monitoring/Alarms/Policy");
    expect(policy.properties).toMatchObject({
      PolicyDocument: {
        Statement: expect.arrayContaining([
          expect.objectContaining({ Effect: "Deny", Condition: { Bool: { "aws:SecureTransport": "false" } } }),
          expect.objectContaining({ ...cloudWatch, Action: "sns:Publish", Resource: { Ref: topic.id } }),
        ]),
      },
    });
  });
});
