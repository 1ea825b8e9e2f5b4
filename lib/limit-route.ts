import { CfnStage } from "aws-cdk-lib/aws-apigatewayv2";
import type { Construct } from "constructs";
import type { Throttle } from "./load.ts";

/** A route of an API, with the key under which its stage knows it. */
export type LimitedRoute = { route: Construct; routeKey: string };

/** Gives one route a limit of its own. The constructs for stages have no word for it, so the stage's resource says it. */
export function limitRoute(stage: Construct, { route, routeKey }: LimitedRoute, { rate, burst }: Throttle): void {
  const resource = stage.node.defaultChild;
  if (!(resource instanceof CfnStage)) throw new Error("The stage has no resource to set a route's limits on");
  resource.addPropertyOverride(`RouteSettings.${routeKey}`, {
    ThrottlingRateLimit: rate,
    ThrottlingBurstLimit: burst,
  });
  // API Gateway refuses settings for a route that is not there yet.
  stage.node.addDependency(route);
}
