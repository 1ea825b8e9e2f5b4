import { expect, test } from "vitest";
import { listConnectOrigins, toWebConfig, WebConfig } from "../../../domain/http/web-config.ts";

const outputs = {
  Region: "eu-west-1",
  UserPoolId: "eu-west-1_Pool",
  UserPoolClientId: "client",
  ApiUrl: "https://api.interpreters.test",
  RealtimeUrl: "wss://live.interpreters.test/live",
  ContentOrigin: "https://content.interpreters.test",
};

test("toWebConfig includes the hosted UI only if the stack has a hosted UI", () => {
  const config = toWebConfig(outputs);
  expect(config).toEqual({
    region: "eu-west-1",
    userPoolId: "eu-west-1_Pool",
    userPoolClientId: "client",
    apiUrl: "https://api.interpreters.test",
    realtimeUrl: "wss://live.interpreters.test/live",
    contentUrl: "https://content.interpreters.test",
  });
  expect(WebConfig.parse(config)).toEqual(config);
  const HostedUiUrl = "https://login.interpreters.test";
  expect(toWebConfig({ ...outputs, HostedUiUrl })).toEqual({ ...config, hostedUiUrl: HostedUiUrl });
});

test("listConnectOrigins returns origins without paths, including AWS's Cognito", () => {
  expect(listConnectOrigins(toWebConfig(outputs))).toEqual([
    "https://api.interpreters.test",
    "wss://live.interpreters.test",
    "https://cognito-idp.eu-west-1.amazonaws.com",
    "https://content.interpreters.test",
  ]);
});

test("listConnectOrigins lists an origin once, even if two services share it", () => {
  const local = "http://localhost:5175";
  const config = toWebConfig({ ...outputs, UserPoolEndpoint: local, HostedUiUrl: local });
  expect(listConnectOrigins(config).filter((origin) => origin === local)).toHaveLength(1);
  expect(listConnectOrigins(config)).not.toContain("https://cognito-idp.eu-west-1.amazonaws.com");
});
