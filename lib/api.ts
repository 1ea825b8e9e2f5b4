import { Duration, RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import { AccessLogFormat } from "aws-cdk-lib/aws-apigateway";
import {
  ApiMapping,
  CfnStage,
  CorsHttpMethod,
  DomainName,
  HttpApi,
  HttpIntegrationType,
  HttpMethod,
  HttpRoute,
  HttpRouteIntegration,
  type HttpRouteIntegrationConfig,
  HttpRouteKey,
  HttpStage,
  type IHttpRouteAuthorizer,
  IntegrationCredentials,
  LogGroupLogDestination,
  PayloadFormatVersion,
} from "aws-cdk-lib/aws-apigatewayv2";
import { HttpJwtAuthorizer } from "aws-cdk-lib/aws-apigatewayv2-authorizers";
import { Certificate } from "aws-cdk-lib/aws-certificatemanager";
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { LogGroup } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { handlerPath, type RouteName, routes } from "../domain/api.ts";
import { exposedHeaders, type Route } from "../domain/http/route.ts";
import type { StageConfig } from "./config.ts";
import { createInLanes } from "./create-in-lanes.ts";
import { grantPermissions, type HandlerResources } from "./grant-permissions.ts";
import { HandlerFunction } from "./handler-function.ts";
import { handlerMetrics } from "./handler-permissions.ts";
import type { Identity } from "./identity.ts";
import { type Throttle, throttlesFor } from "./load.ts";
import { addAccessLogMetrics, stageMetric } from "./metrics.ts";
import { type Monitoring, sumPerAlarmPeriod } from "./monitoring.ts";
import { routePermissions } from "./route-permissions.ts";
import { isPublicRoute, publicRouteThrottles } from "./user-pool-limits.ts";

type ThrottledRoute = { route: Construct; routeKey: string };

/** Overrides the stage's CloudFormation resource, because CDK's stage constructs do not support limits of routes. */
export function throttleRoute(stage: Construct, { route, routeKey }: ThrottledRoute, { rate, burst }: Throttle): void {
  const resource = stage.node.defaultChild;
  if (!(resource instanceof CfnStage)) throw new Error("The stage has no resource to set a route's limits on");
  resource.addPropertyOverride(`RouteSettings.${routeKey}`, {
    ThrottlingRateLimit: rate,
    ThrottlingBurstLimit: burst,
  });
  // API Gateway refuses settings for a route that does not exist yet.
  stage.node.addDependency(route);
}

const routeNames = Object.keys(routes).filter((name): name is RouteName => Object.hasOwn(routes, name));

const routeKeyOf = (name: RouteName): HttpRouteKey => {
  const { method, path }: Route = routes[name];
  return HttpRouteKey.with(path, HttpMethod[method]);
};

/**
 * API Gateway allows an account ten management calls a second, and a burst of forty. A route needs several calls,
 * because it has an integration and CloudFormation reads back what it creates:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/limits.html (read on 2026-11-25)
 */
const routeLanes = 4;
/** API Gateway waits 30 s for a handler, and the payment provider can be slow. */
const paymentTimeout = Duration.seconds(29);
const noAuthorizerReasons: Record<Exclude<Route["access"], "user">, string> = {
  public: "The route table marks this route as public: it is called without a log-in.",
  signature:
    "The payment provider calls this route, and its handler refuses requests without the provider's signature.",
};

/** The access log does not record the caller, the caller's address or the content of the call. */
const accessLogFormat = AccessLogFormat.custom(
  JSON.stringify({
    requestId: "$context.requestId",
    time: "$context.requestTimeEpoch",
    route: "$context.routeKey",
    status: "$context.status",
    latencyMs: "$context.responseLatency",
    integrationStatus: "$context.integrationStatus",
    integrationLatencyMs: "$context.integrationLatency",
    error: "$context.error.message",
    authorizerError: "$context.authorizer.error",
    integrationError: "$context.integrationErrorMessage",
  }),
);

class HandlerIntegration extends HttpRouteIntegration {
  readonly #config: HttpRouteIntegrationConfig;

  constructor(id: string, handler: HandlerFunction, caller: Role) {
    super(id);
    this.#config = {
      type: HttpIntegrationType.AWS_PROXY,
      uri: handler.function.functionArn,
      payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
      credentials: IntegrationCredentials.fromRole(caller),
    };
  }

  bind(): HttpRouteIntegrationConfig {
    return this.#config;
  }
}

export type ApiProps = { config: StageConfig; monitoring: Monitoring; identity: Identity; resources: HandlerResources };

export class Api extends Construct {
  readonly api: HttpApi;
  /** Without a trailing slash. */
  readonly url: string;
  readonly origins: readonly string[];
  readonly customDomain: DomainName | undefined;

  constructor(scope: Construct, id: string, props: ApiProps) {
    super(scope, id);
    this.api = this.#httpApi(props.resources);
    // Also accepts id tokens, which the handlers refuse. See docs/decisions/0001-access-tokens-and-calls.md
    const authorizer = new HttpJwtAuthorizer("Learner", props.identity.userPool.userPoolProviderUrl, {
      jwtAudience: [props.identity.client.userPoolClientId],
    });
    const stage = this.#stage(props.config);
    const { api: own } = props.config.domains;
    this.customDomain = own && this.#ownDomain(own, stage);
    this.url = own?.inUse ? `https://${own.name}` : this.api.apiEndpoint;
    this.origins = [this.api.apiEndpoint, ...(own ? [`https://${own.name}`] : [])];
    const handlers = routeNames.map((name) => ({ name, handler: this.#handler(name, props) }));
    const caller = this.#caller(handlers.map(({ handler }) => handler));
    const created = handlers.map(({ name, handler }) => {
      const integration = new HandlerIntegration("Integration", handler, caller);
      return this.#route({ name, integration }, authorizer, stage, props);
    });
    createInLanes(created, routeLanes);
  }

  #httpApi({ appOrigins }: HandlerResources): HttpApi {
    const methods = new Set<string>(routeNames.map((name) => routes[name].method));
    return new HttpApi(this, "HttpApi", {
      apiName: Stack.of(this).stackName,
      description: "Parlance's API",
      createDefaultStage: false,
      corsPreflight: {
        allowOrigins: [...appOrigins],
        allowMethods: Object.values(CorsHttpMethod).filter((method) => methods.has(method)),
        allowHeaders: ["authorization", "content-type"],
        exposeHeaders: [...exposedHeaders],
        maxAge: Duration.hours(1),
      },
    });
  }

  #stage({ learners, logRetentionDays }: StageConfig): HttpStage {
    const { api: throttle } = throttlesFor(learners);
    const accessLog = new LogGroup(this, "AccessLog", {
      retention: logRetentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    addAccessLogMetrics(accessLog);
    return new HttpStage(this, "Stage", {
      httpApi: this.api,
      stageName: "$default",
      autoDeploy: true,
      throttle: { rateLimit: throttle.rate, burstLimit: throttle.burst },
      accessLogSettings: { destination: new LogGroupLogDestination(accessLog), format: accessLogFormat },
    });
  }

  #ownDomain({ name, certificateArn }: NonNullable<StageConfig["domains"]["api"]>, stage: HttpStage): DomainName {
    const domainName = new DomainName(this, "Domain", {
      domainName: name,
      certificate: Certificate.fromCertificateArn(this, "Certificate", certificateArn),
    });
    new ApiMapping(this, "Mapping", { api: this.api, domainName, stage });
    return domainName;
  }

  #handler(name: RouteName, { config, monitoring, resources }: ApiProps): HandlerFunction {
    const permissions = routePermissions[name];
    return new HandlerFunction(this, name, {
      handler: handlerPath(name),
      area: permissions.area,
      impact: permissions.impact,
      // Lambda does not count error responses as errors.
      failures: [
        stageMetric(this, "ApiFailures", { ...sumPerAlarmPeriod, dimensionsMap: { Route: routeKeyOf(name).key } }),
      ],
      counts: handlerMetrics(permissions),
      ...grantPermissions(permissions, resources),
      ...(permissions.payments ? { timeout: paymentTimeout } : {}),
      config,
      monitoring,
    });
  }

  /**
   * All routes share one role. Otherwise each function would need a permission resource of its own, and a stack has at
   * most 500 resources.
   * Why, and sources: docs/decisions/0160-one-log-group-for-each-area.md
   */
  #caller(handlers: readonly HandlerFunction[]): Role {
    const calling = new PolicyStatement({
      actions: ["lambda:InvokeFunction"],
      resources: handlers.map((handler) => handler.function.functionArn),
    });
    return new Role(this, "Caller", {
      assumedBy: new ServicePrincipal("apigateway.amazonaws.com"),
      inlinePolicies: { Handlers: new PolicyDocument({ statements: [calling] }) },
    });
  }

  #route(
    { name, integration }: { name: RouteName; integration: HttpRouteIntegration },
    authorizer: IHttpRouteAuthorizer,
    stage: HttpStage,
    { config }: ApiProps,
  ): HttpRoute {
    const { access }: Route = routes[name];
    const key = routeKeyOf(name);
    const route = new HttpRoute(this, `${name}-route`, {
      httpApi: this.api,
      routeKey: key,
      integration,
      ...(access === "user" ? { authorizer } : {}),
    });
    if (access !== "user") {
      Validations.of(route).acknowledge({ id: "AwsSolutions-APIG4", reason: noAuthorizerReasons[access] });
    }
    if (isPublicRoute(name)) {
      throttleRoute(stage, { route, routeKey: key.key }, publicRouteThrottles(config.learners)[name]);
    }
    return route;
  }
}
