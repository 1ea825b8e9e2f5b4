import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { findDeployedHandlers } from "./support/handlers.ts";
import { findResource, findResources, referenceOf, root, synthesise } from "./support/synthesise.ts";

const template = synthesise();
const api = findResource(template, "AWS::ApiGatewayV2::Api", "Realtime/Api");
const stage = findResource(template, "AWS::ApiGatewayV2::Stage", "Realtime/Stage");
const handlers = findDeployedHandlers(template);
const ofApi = (type: string) =>
  findResources(template, `AWS::ApiGatewayV2::${type}`).filter(
    ({ properties }) => referenceOf(properties["ApiId"]) === api.id,
  );
const routes = ofApi("Route").map(({ id, properties }) => ({ id, properties, key: String(properties["RouteKey"]) }));
const environmentOf = (name: string) => handlers.find(({ handler }) => handler === name)?.environment;

const handlersMentionedIn = (part: unknown) =>
  handlers.filter(({ resource }) => JSON.stringify(part).includes(`"${resource.id}"`)).map(({ handler }) => handler);

const expectedHandlers = {
  $connect: "realtime/connect",
  $disconnect: "realtime/disconnect",
  $default: "realtime/message",
};

const integrationOf = (key: string) => {
  const route = routes.find((found) => found.key === key);
  return ofApi("Integration").find(({ id }) => JSON.stringify(route?.properties["Target"]).includes(id));
};

describe("the WebSocket API", () => {
  test("has routes for connect, disconnect, heartbeats and all other messages", () => {
    expect(api.properties["ProtocolType"]).toBe("WEBSOCKET");
    expect(routes.map(({ key }) => key).sort()).toEqual([...Object.keys(expectedHandlers), "heartbeat"].sort());
  });

  test.each(Object.entries(expectedHandlers))("has the route %s as the only caller of %s", (key, handler) => {
    expect(handlersMentionedIn(integrationOf(key)?.properties)).toEqual([handler]);
    const sources = findResources(template, "AWS::Lambda::Permission")
      .filter(({ properties }) => handlersMentionedIn(properties["FunctionName"]).includes(handler))
      .map(({ properties }) => JSON.stringify(properties["SourceArn"]));
    expect(sources).toEqual([expect.stringMatching(new RegExp(`"Ref":"${api.id}"\\},"/\\*\\${key}"`))]);
  });

  // https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-selection-expressions.html
  test("responds to heartbeats without a function", () => {
    expect(api.properties["RouteSelectionExpression"]).toBe("$request.body.type");
    const integration = integrationOf("heartbeat");
    expect(integration?.properties).toMatchObject({
      IntegrationType: "MOCK",
      RequestTemplates: { $default: '{"statusCode":200}' },
      TemplateSelectionExpression: "\\$default",
    });
    const [answer, ...others] = ofApi("IntegrationResponse");
    expect(others).toEqual([]);
    expect(referenceOf(answer?.properties["IntegrationId"])).toBe(integration?.id);
    expect(answer?.properties).toMatchObject({
      IntegrationResponseKey: "$default",
      ResponseTemplates: { $default: '{"type":"heartbeat-ok"}' },
      TemplateSelectionExpression: "\\$default",
    });
  });

  test("has a route response only for heartbeats", () => {
    const [response, ...others] = ofApi("RouteResponse");
    expect(others).toEqual([]);
    const heartbeat = routes.find(({ key }) => key === "heartbeat");
    expect(response?.properties["RouteResponseKey"]).toBe("$default");
    expect(referenceOf(response?.properties["RouteId"])).toBe(heartbeat?.id);
    expect(heartbeat?.properties["RouteResponseSelectionExpression"]).toBe("$default");
  });

  test("and the publisher of changes have a function for every file of lambdas/realtime", () => {
    const files = readdirSync(join(root, "lambdas/realtime")).map((file) => `realtime/${file.replace(/\.ts$/, "")}`);
    const deployed = handlers.map(({ handler }) => handler).filter((handler) => handler.startsWith("realtime/"));
    expect(deployed.sort()).toEqual(files.sort());
  });
});

describe("the stage of the WebSocket API", () => {
  const Settings = z.record(
    z.string(),
    z.object({ ThrottlingRateLimit: z.number(), ThrottlingBurstLimit: z.number() }),
  );

  test("limits each route separately", () => {
    const settings = Settings.parse(stage.properties["RouteSettings"]);
    expect(Object.keys(settings).sort()).toEqual(routes.map(({ key }) => key).sort());
    for (const { id } of routes) expect(stage.dependsOn).toContain(id);
  });

  test("allows the heartbeats of a million learners and 500 new connections a second in production", () => {
    const production = findResource(synthesise("prod"), "AWS::ApiGatewayV2::Stage", "Realtime/Stage");
    const settings = Settings.parse(production.properties["RouteSettings"]);
    // The load is four times the average of half an hour a day for each learner, with two heartbeats a minute.
    expect(settings["heartbeat"]?.ThrottlingRateLimit).toBeGreaterThanOrEqual((1_000_000 * 0.5 * 4) / 24 / 30);
    // https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-execution-service-websocket-limits-table.html
    expect(settings["$connect"]?.ThrottlingRateLimit).toBe(500);
  });

  test("logs connections without the learner or the messages", () => {
    const { Format } = z.object({ Format: z.string() }).parse(stage.properties["AccessLogSettings"]);
    const fields = Object.values(z.record(z.string(), z.string()).parse(JSON.parse(Format)));
    expect(fields).toContain("$context.requestId");
    expect(fields).toContain("$context.status");
    for (const field of fields)
      expect(field).not.toMatch(/identity|authorizer|principal|connectionId|userAgent|header/i);
    expect(JSON.stringify(stage.properties)).not.toContain("DataTraceEnabled");
  });

  test("is created after the account's log setting, which is retained with its role", () => {
    const setting = findResource(template, "AWS::ApiGateway::Account");
    expect(stage.dependsOn).toContain(setting.id);
    expect(setting.deletionPolicy).toBe("Retain");
    const role = findResources(template, "AWS::IAM::Role").find(
      ({ id }) => id === referenceOf(setting.properties["CloudWatchRoleArn"]),
    );
    expect(role?.deletionPolicy).toBe("Retain");
    expect(JSON.stringify(role?.properties["AssumeRolePolicyDocument"])).toContain("apigateway.amazonaws.com");
  });
});

describe("live updates", () => {
  const host = [
    { Ref: api.id },
    ".execute-api.",
    { Ref: "AWS::Region" },
    ".",
    { Ref: "AWS::URLSuffix" },
    `/${stage.properties["StageName"]}`,
  ];

  test("have an address in the outputs, for the web app", () => {
    expect(template.findOutputs("RealtimeUrl")["RealtimeUrl"]?.["Value"]).toEqual({
      "Fn::Join": ["", ["wss://", ...host]],
    });
  });

  test("give the publisher of changes the WebSocket API's https address", () => {
    expect(environmentOf("realtime/push-changes")?.["CONNECTIONS_URL"]).toEqual({
      "Fn::Join": ["", ["https://", ...host]],
    });
  });

  test("pass the stage's user pool and client to the handler of new connections", () => {
    expect(environmentOf("realtime/connect")).toMatchObject({
      USER_POOL_ISSUER: { "Fn::GetAtt": [findResource(template, "AWS::Cognito::UserPool").id, "ProviderURL"] },
      USER_POOL_CLIENT_ID: { Ref: findResource(template, "AWS::Cognito::UserPoolClient").id },
    });
  });
});
