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
import { gatewayAnswers, routeSelection } from "../domain/realtime/channel.ts";
import { limitRoute } from "./api.ts";
import type { StageConfig } from "./config.ts";
import { HandlerFunction } from "./handler-function.ts";
import { throttlesFor } from "./load.ts";
import type { Monitoring } from "./monitoring.ts";
import type { Needs } from "./needs.ts";
import { realtimeNeeds } from "./reaction-needs.ts";
import { type ConnectionGateway, type Supplies, supply } from "./supply.ts";

type ChannelHandler = keyof typeof realtimeNeeds;

/** Each route of the WebSocket API, and the handler in lambdas/realtime that takes it. */
const channelRoutes = {
  $connect: "connect",
  $disconnect: "disconnect",
  $default: "message",
} as const satisfies Record<string, ChannelHandler>;

type ChannelRoute = keyof typeof channelRoutes;
const channelRouteKeys: readonly ChannelRoute[] = ["$connect", "$disconnect", "$default"];

type AnsweredRoute = keyof typeof gatewayAnswers;
const answeredRouteKeys: readonly AnsweredRoute[] = ["heartbeat"];

/** Under this key a template or a response is taken for whatever comes; the backslash keeps the expression from being one. */
const always = { key: "$default", expression: "\\$default" } as const;

/** What is logged of a connection and its messages: neither whose they are, nor from where, nor what they say. */
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

function acceptWithoutAuthorizer(route: WebSocketRoute): void {
  Validations.of(route).acknowledge({
    id: "AwsSolutions-APIG4",
    reason: "The handler of $connect checks the access token itself; only $connect can have an authorizer at all.",
  });
}

export type RealtimeProps = { config: StageConfig; monitoring: Monitoring; supplies: Supplies };

/** The WebSocket API, by which open tabs and devices hear of what changes elsewhere. */
export class Realtime extends Construct {
  readonly api: WebSocketApi;
  /** Where the web app connects, wss://…. */
  readonly url: string;
  /** Origin of `url`. */
  readonly origin: string;
  readonly gateway: ConnectionGateway;

  constructor(scope: Construct, id: string, props: RealtimeProps) {
    super(scope, id);
    this.api = new WebSocketApi(this, "Api", {
      apiName: `${Stack.of(this).stackName}-realtime`,
      description: "Parlance's live updates",
      routeSelectionExpression: routeSelection,
    });
    const stage = this.#stage(props.config);
    this.url = stage.url;
    this.origin = this.api.apiEndpoint;
    this.gateway = this.#gateway(stage);
    const supplies = { ...props.supplies, connectionGateway: this.gateway };
    const throttles = throttlesFor(props.config.learners).realtime;
    for (const key of channelRouteKeys) {
      limitRoute(stage, { route: this.#route(key, { ...props, supplies }), routeKey: key }, throttles[key]);
    }
    for (const key of answeredRouteKeys) {
      limitRoute(stage, { route: this.#answeredRoute(key), routeKey: key }, throttles[key]);
    }
  }

  #gateway({ callbackUrl, stageName }: WebSocketStage): ConnectionGateway {
    const api = this.api.node.defaultChild;
    if (!(api instanceof CfnApi)) throw new Error("The WebSocket API has no resource");
    const stack = Stack.of(this);
    const region = "arn:<AWS::Partition>:execute-api:<AWS::Region>:<AWS::AccountId>";
    const toEveryConnection = (method: "POST" | "DELETE") => {
      const connections = `${method}/@connections/*`;
      // Said of the stack, because it goes for whoever is granted just this.
      Validations.of(stack).acknowledge({
        id: `AwsSolutions-IAM5[Resource::${region}:<${stack.getLogicalId(api)}>/${stageName}/${connections}]`,
        reason: "Connections get their ids when they are opened: what goes for one goes for any of this stage.",
      });
      return this.api.arnForExecuteApiV2(connections, stageName);
    };
    return { url: callbackUrl, postArn: toEveryConnection("POST"), endArn: toEveryConnection("DELETE") };
  }

  #route(key: ChannelRoute, { config, monitoring, supplies }: RealtimeProps): WebSocketRoute {
    const name = channelRoutes[key];
    const needs: Needs = realtimeNeeds[name];
    const handler = new HandlerFunction(this, name, {
      handler: `realtime/${name}`,
      area: needs.area,
      impact: needs.impact,
      // The WebSocket API counts them among its own.
      failures: "watched elsewhere",
      ...supply(needs, supplies),
      config,
      monitoring,
    });
    const integration = new WebSocketLambdaIntegration("Integration", handler.function);
    const route = new WebSocketRoute(this, `${name}-route`, { webSocketApi: this.api, routeKey: key, integration });
    acceptWithoutAuthorizer(route);
    return route;
  }

  /**
   * A route whose messages API Gateway answers by itself:
   * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-integration-responses.html
   */
  #answeredRoute(key: AnsweredRoute): WebSocketRoute {
    const integration = new WebSocketMockIntegration("Integration", {
      requestTemplates: { [always.key]: JSON.stringify({ statusCode: 200 }) },
      templateSelectionExpression: always.expression,
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
      integrationResponseKey: always.key,
      responseTemplates: { [always.key]: JSON.stringify(gatewayAnswers[key]) },
      templateSelectionExpression: always.expression,
    });
    acceptWithoutAuthorizer(route);
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
    stage.node.addDependency(this.#leaveToLog());
    return stage;
  }

  /**
   * Lets API Gateway write logs: a WebSocket API needs this permission, an HTTP API does not. It is one setting for all of
   * the account in a region, so it stays when the stack goes: other APIs may have come to rely on it.
   */
  #leaveToLog(): CfnAccount {
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
