import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { handlerPath, type RouteName, routes } from "../../domain/api.ts";
import { exposedHeaders, type Route } from "../../domain/http/route.ts";
import { findDeployedHandlers } from "./support/handlers.ts";
import { findResource, findResources, referenceOf, root, siteOrigin, synthesise } from "./support/synthesise.ts";

const template = synthesise();
const api = findResource(template, "AWS::ApiGatewayV2::Api", "Api/HttpApi");
const deployed = findResources(template, "AWS::ApiGatewayV2::Route").filter(
  ({ properties }) => referenceOf(properties["ApiId"]) === api.id,
);
const integrations = new Map(
  findResources(template, "AWS::ApiGatewayV2::Integration").map(({ id, properties }) => [id, properties]),
);
const handlers = new Map(findDeployedHandlers(template).map(({ resource, handler }) => [resource.id, handler]));
const names = Object.keys(routes).filter((name): name is RouteName => Object.hasOwn(routes, name));
const table: [RouteName, Route][] = names.map((name) => [name, routes[name]]);

const keyOf = ({ method, path }: Route) => `${method} ${path}`;

function handlerOf(target: unknown): string | undefined {
  const [, [, integration]] = z.object({ "Fn::Join": z.tuple([z.string(), z.array(z.unknown())]) }).parse(target)[
    "Fn::Join"
  ];
  return handlers.get(referenceOf(integrations.get(referenceOf(integration) ?? "")?.["IntegrationUri"]) ?? "");
}

describe("routes", () => {
  test("are exactly the routes that the domain lists", () => {
    expect(deployed.map(({ properties }) => properties["RouteKey"]).sort()).toEqual(
      table.map(([, route]) => keyOf(route)).sort(),
    );
  });

  test.each(table)("call their handler, with an authorizer if the route is for learners: %s", (name, route) => {
    const found = deployed.find(({ properties }) => properties["RouteKey"] === keyOf(route));
    expect(handlerOf(found?.properties["Target"])).toBe(handlerPath(name));
    expect(found?.properties["AuthorizationType"]).toBe(route.access === "user" ? "JWT" : "NONE");
    const authorizer =
      route.access === "user" ? { Ref: findResource(template, "AWS::ApiGatewayV2::Authorizer").id } : undefined;
    expect(found?.properties["AuthorizerId"]).toEqual(authorizer);
  });

  test("correspond one to one to handler files", () => {
    const files = ["api", "webhooks"].flatMap((folder) =>
      readdirSync(join(root, "lambdas", folder)).map((file) => `${folder}/${file.replace(/\.ts$/, "")}`),
    );
    expect(files.sort()).toEqual(names.map(handlerPath).sort());
  });

  test("call their handlers with one role, which may call only these handlers", () => {
    const role = findResource(template, "AWS::IAM::Role", "Api/Caller");
    const own = [...integrations.values()].filter(({ ApiId }) => referenceOf(ApiId) === api.id);
    expect(own).toHaveLength(names.length);
    for (const { CredentialsArn, PayloadFormatVersion } of own) {
      expect([referenceOf(CredentialsArn), PayloadFormatVersion]).toEqual([role.id, "2.0"]);
    }
    const Statement = z.object({ Action: z.literal("lambda:InvokeFunction"), Resource: z.array(z.unknown()) });
    const Policies = z.tuple([z.object({ PolicyDocument: z.object({ Statement: z.tuple([Statement]) }) })]);
    const [policy] = Policies.parse(role.properties["Policies"]);
    const [{ Resource }] = policy.PolicyDocument.Statement;
    expect(Resource.map((on) => handlers.get(referenceOf(on) ?? "")).sort()).toEqual(names.map(handlerPath).sort());
    expect(JSON.stringify(role.properties["AssumeRolePolicyDocument"])).toContain('"apigateway.amazonaws.com"');
    const callers = findResources(template, "AWS::Lambda::Permission").map(({ properties }) => properties["SourceArn"]);
    expect(callers.filter((source) => JSON.stringify(source).includes(`"${api.id}"`))).toEqual([]);
  });
});

describe("callers", () => {
  test("of learners' routes need tokens of the stage's user pool and client", () => {
    template.hasResourceProperties("AWS::ApiGatewayV2::Authorizer", {
      AuthorizerType: "JWT",
      IdentitySource: ["$request.header.Authorization"],
      JwtConfiguration: {
        Audience: [{ Ref: findResource(template, "AWS::Cognito::UserPoolClient").id }],
        Issuer: { "Fn::GetAtt": [findResource(template, "AWS::Cognito::UserPool").id, "ProviderURL"] },
      },
    });
  });

  test("may call from the app's origins, with the app's headers", () => {
    const stage = synthesise("dev", { extraOrigins: ["https://two.example"] });
    stage.hasResourceProperties("AWS::ApiGatewayV2::Api", {
      CorsConfiguration: {
        AllowOrigins: [siteOrigin(stage), "https://two.example"],
        AllowHeaders: ["authorization", "content-type"],
        AllowMethods: ["DELETE", "GET", "PATCH", "POST", "PUT"],
        AllowCredentials: Match.absent(),
        ExposeHeaders: [...exposedHeaders],
        MaxAge: 3_600,
      },
    });
  });
});

test("a route's handler has a timeout of 29 seconds with Stripe's keys, and of 10 seconds without", () => {
  const ofRoutes = findDeployedHandlers(template).filter(({ handler }) => /^(api|webhooks)\//.test(handler));
  for (const { environment, resource } of ofRoutes) {
    expect(resource.properties["Timeout"]).toBe(environment["STRIPE_SECRET"] ? 29 : 10);
  }
});

describe("the API's stage", () => {
  const stage = findResource(template, "AWS::ApiGatewayV2::Stage", "Api/Stage");

  test("limits each public route separately, and has default limits for the other routes", () => {
    expect(stage.properties["DefaultRouteSettings"]).toMatchObject({
      ThrottlingRateLimit: 50,
      ThrottlingBurstLimit: 100,
    });
    const settings = z.record(z.string(), z.unknown()).parse(stage.properties["RouteSettings"]);
    const limited = table.flatMap(([, route]) => (route.access === "public" ? [keyOf(route)] : []));
    expect(Object.keys(settings).sort()).toEqual(limited.sort());
    for (const key of limited) {
      // After a restart, a browser may open a link in 50 tabs at the same time.
      const least = key.includes(" /shared")
        ? { ThrottlingRateLimit: 20, ThrottlingBurstLimit: 100 }
        : { ThrottlingRateLimit: 5 };
      expect(settings[key]).toMatchObject(least);
      const route = deployed.find(({ properties }) => properties["RouteKey"] === key);
      expect(stage.dependsOn).toContain(route?.id);
    }
  });

  test("logs calls without the caller, the user agent or the called path", () => {
    const { Format } = z.object({ Format: z.string() }).parse(stage.properties["AccessLogSettings"]);
    const fields = Object.values(z.record(z.string(), z.string()).parse(JSON.parse(Format)));
    expect(fields).toContain("$context.requestId");
    for (const field of fields) expect(field).not.toMatch(/identity|claims|principal|\$context\.path|userAgent/i);
  });
});
