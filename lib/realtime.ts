import { RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import { AccessLogFormat, CfnAccount } from "aws-cdk-lib/aws-apigateway";
import {
  CfnApi,
  CfnIntegration,
  CfnIntegrationResponse,
  LogGroupLogDestination,
  WebSocketApi,
  WebSocketRoute,
  WebSocketStage,
} from "aws-cdk-lib/aws-apigatewayv2";
import { WebSocketLambdaIntegration, WebSocketMockIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { ManagedPolicy, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { gatewayResponses, messageRouteExpression } from "../domain/realtime/channel.ts";
import { throttleRoute } from "./api.ts";
import type { StageConfig } from "./config.ts";
import { createInLanes } from "./create-in-lanes.ts";
import { realtimePermissions } from "./event-handler-permissions.ts";
import { type ConnectionGateway, grantPermissions, type HandlerResources } from "./grant-permissions.ts";
import { HandlerFunction } from "./handler-function.ts";
import type { HandlerPermissions } from "./handler-permissions.ts";
import { throttlesFor } from "./load.ts";
import type { Monitoring } from "./monitoring.ts";

type RealtimeHandler = keyof typeof realtimePermissions;

const handlerByRoute = {
  $connect: "connect",
  $disconnect: "disconnect",
  $default: "message",
} as const satisfies Record<string, RealtimeHandler>;

type HandlerRoute = keyof typeof handlerByRoute;
const handlerRouteKeys: readonly HandlerRoute[] = ["$connect", "$disconnect", "$default"];

type MockIntegrationRoute = keyof typeof gatewayResponses;
const mockIntegrationRouteKeys: readonly MockIntegrationRoute[] = ["heartbeat"];

/** The backslash makes the expression a literal text, which equals the key for every message. */
const defaultTemplate = { key: "$default", expression: "\\$default" } as const;

/** The access log does not record the learner, the address or the message. */
const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    requestId: "$context.requestId",
    time: "$context.requestTimeEpoch",
    event: "$context.eventType",
    route: "$context.routeKey",
    status: "$context.status",
    integrationLatencyMs: "$context.integrationLatency",
    error: "$context.error.message",
    integrationError: "$context.integrationErrorMessage",
  }),
);

function acknowledgeMissingAuthorizer(route: WebSocketRoute): void {
  Validations.of(route).acknowledge({
    id: "AwsSolutions-APIG4",
    reason: "The handler of $connect checks the access token itself; only $connect could have an authorizer.",
  });
}

export type RealtimeProps = { config: StageConfig; monitoring: Monitoring; resources: HandlerResources };

export class Realtime extends Construct {
  readonly api: WebSocketApi;
  /** Ends with the name of API Gateway's own stage, which is "live". */
  readonly url: string;
  readonly origin: string;
  readonly gateway: ConnectionGateway;

  constructor(scope: Construct, id: string, props: RealtimeProps) {
    super(scope, id);
    this.api = new WebSocketApi(this, "Api", {
      apiName: `${Stack.of(this).stackName}-realtime`,
      description: "Parlance's live updates",
      routeSelectionExpression: messageRouteExpression,
    });
    const stage = this.#stage(props.config);
    this.url = stage.url;
    this.origin = this.api.apiEndpoint;
    this.gateway = this.#gateway(stage);
    const resources = { ...props.resources, connectionGateway: this.gateway };
    const throttles = throttlesFor(props.config.learners).realtime;
    const made = [
      ...handlerRouteKeys.map((key) => ({ key, route: this.#route(key, { ...props, resources }) })),
      ...mockIntegrationRouteKeys.map((key) => ({ key, route: this.#mockIntegrationRoute(key) })),
    ];
    for (const { key, route } of made) throttleRoute(stage, { route, routeKey: key }, throttles[key]);
    createInLanes(
      made.map(({ route }) => route),
      1,
    );
  }

  #gateway({ callbackUrl, stageName }: WebSocketStage): ConnectionGateway {
    const api = this.api.node.defaultChild;
    if (!(api instanceof CfnApi)) throw new Error("The WebSocket API has no resource");
    const stack = Stack.of(this);
    const region = "arn:<AWS::Partition>:execute-api:<AWS::Region>:<AWS::AccountId>";
    const toEveryConnection = (method: "POST" | "DELETE") => {
      const connections = `${method}/@connections/*`;
      // Acknowledged on the stack, because the rule applies to each role that gets this grant.
      Validations.of(stack).acknowledge({
        id: `AwsSolutions-IAM5[Resource::${region}:<${stack.getLogicalId(api)}>/${stageName}/${connections}]`,
        reason: "Connections get their ids when they are opened, so the grant covers every connection of this stage.",
      });
      return this.api.arnForExecuteApiV2(connections, stageName);
    };
    return { url: callbackUrl, postArn: toEveryConnection("POST"), endArn: toEveryConnection("DELETE") };
  }

  #route(key: HandlerRoute, { config, monitoring, resources }: RealtimeProps): WebSocketRoute {
    const name = handlerByRoute[key];
    const permissions: HandlerPermissions = realtimePermissions[name];
    const handler = new HandlerFunction(this, name, {
      handler: `realtime/${name}`,
      area: permissions.area,
      impact: permissions.impact,
      // The failure alarm of the WebSocket API counts failures of its handlers.
      failures: "watched elsewhere",
      ...grantPermissions(permissions, resources),
      config,
      monitoring,
    });
    const integration = new WebSocketLambdaIntegration("Integration", handler.function);
    const route = new WebSocketRoute(this, `${name}-route`, { webSocketApi: this.api, routeKey: key, integration });
    acknowledgeMissingAuthorizer(route);
    return route;
  }

  /**
   * API Gateway responds to messages of this route without a handler:
   * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-integration-responses.html
   */
  #mockIntegrationRoute(key: MockIntegrationRoute): WebSocketRoute {
    const integration = new WebSocketMockIntegration("Integration", {
      requestTemplates: { [defaultTemplate.key]: JSON.stringify({ statusCode: 200 }) },
      templateSelectionExpression: defaultTemplate.expression,
    });
    const route = new WebSocketRoute(this, `${key}-route`, {
      webSocketApi: this.api,
      routeKey: key,
      integration,
      returnResponse: true,
    });
    const made = route.node.findAll().find((child) => child instanceof CfnIntegration);
    if (!made) throw new Error(`The route ${key} has no integration`);
    new CfnIntegrationResponse(this, `${key}-answer`, {
      apiId: this.api.apiId,
      integrationId: made.ref,
      integrationResponseKey: defaultTemplate.key,
      responseTemplates: { [defaultTemplate.key]: JSON.stringify(gatewayResponses[key]) },
      templateSelectionExpression: defaultTemplate.expression,
    });
    acknowledgeMissingAuthorizer(route);
    return route;
  }

  #stage({ logRetentionDays }: StageConfig): WebSocketStage {
    const accessLog = new LogGroup(this, "AccessLog", {
      retention: logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const stage = new WebSocketStage(this, "Stage", {
      webSocketApi: this.api,
      stageName: "live",
      autoDeploy: true,
      accessLogSettings: { destination: new LogGroupLogDestination(accessLog), format: accessLogFormat },
    });
    stage.node.addDependency(this.#allowLogging());
    return stage;
  }

  /**
   * The access log of a WebSocket API requires this setting, which applies to a whole account in a region. The setting
   * remains when the stack is deleted, because other APIs may need it.
   */
  #allowLogging(): CfnAccount {
    const policy = "service-role/AmazonAPIGatewayPushToCloudWatchLogs";
    const role = new Role(this, "LogRole", {
      assumedBy: new ServicePrincipal("apigateway.amazonaws.com"),
      managedPolicies: [ManagedPolicy.fromAwsManagedPolicyName(policy)],
    });
    role.applyRemovalPolicy(RemovalPolicy.RETAIN);
    Validations.of(role).acknowledge({
      id: `AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/${policy}]`,
      reason: "API Gateway asks for just this policy, and uses the role for every API of the account.",
    });
    const account = new CfnAccount(this, "LogSetting", { cloudWatchRoleArn: role.roleArn });
    account.applyRemovalPolicy(RemovalPolicy.RETAIN);
    return account;
  }
}
