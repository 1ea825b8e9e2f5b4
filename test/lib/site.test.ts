import { describe, expect, test } from "vitest";
import * as z from "zod";
import { securityHeaders } from "../../domain/security-headers.ts";
import { findOne, synthesise } from "./synthesise.ts";

const template = synthesise();
const app = findOne(template, "AWS::Amplify::App");
const Join = z.object({ "Fn::Join": z.tuple([z.string(), z.array(z.unknown())]) });
const headers = Join.parse(app.properties["CustomHeaders"])["Fn::Join"][1];
const text = headers.map((part) => (typeof part === "string" ? part : "<token>")).join("");

describe("the web app's hosting", () => {
  test("serves every security header of the product", () => {
    const names = Object.keys(securityHeaders({ connectOrigins: [], mediaOrigins: [], development: false }));
    expect(names.length).toBeGreaterThan(5);
    for (const name of names) expect(text).toContain(`key: "${name}"`);
  });

  test("lets browsers keep for ever what has a hash in its name, and nothing else", () => {
    const blocks = text.split("  - pattern: ").slice(1);
    const caching = blocks.filter((block) => block.toLowerCase().includes("cache-control"));
    expect(caching).toEqual([
      [
        '"/assets/*"',
        "    headers:",
        '      - key: "Cache-Control"',
        '        value: "public, max-age=31536000, immutable"',
      ].join("\n"),
    ]);
    expect(blocks.map((block) => block.split("\n")[0])).toEqual(['"**"', '"/assets/*"']);
  });

  test("lets the app reach the API, the live updates, sign-in and the content", () => {
    expect(text).toContain("connect-src 'self' <token> <token> https://cognito-idp.<token>.<token> https://<token>;");
    const api = findOne(template, "AWS::ApiGatewayV2::Api", "Api/HttpApi");
    const realtime = findOne(template, "AWS::ApiGatewayV2::Api", "Realtime/Api");
    const distribution = findOne(template, "AWS::CloudFront::Distribution");
    expect(headers).toContainEqual({ "Fn::GetAtt": [api.id, "ApiEndpoint"] });
    // Of a WebSocket API this is wss://….
    expect(headers).toContainEqual({ "Fn::GetAtt": [realtime.id, "ApiEndpoint"] });
    expect(headers).toContainEqual({ "Fn::GetAtt": [distribution.id, "DomainName"] });
  });

  const Rules = z.array(z.object({ Source: z.string(), Target: z.string(), Status: z.literal("200") }));
  const rules = Rules.parse(app.properties["CustomRules"]);

  /** The document that Amplify serves for a path: the first rule that fits holds, as it says itself. */
  function documentAt(path: string): string | undefined {
    const fits = ({ Source }: { Source: string }) =>
      Source.startsWith("</") ? new RegExp(Source.slice(2, -2)).test(path) : Source === path;
    return rules.find(fits)?.Target;
  }

  test.each([
    ["/", "/index.html"],
    ["/login", "/login.html"],
    ["/signup", "/signup.html"],
    ["/forgot-password", "/forgot-password.html"],
    ["/privacy", "/privacy.html"],
    ["/terms", "/terms.html"],
    ["/contact", "/contact.html"],
  ])("shows the document of %s that was drawn for it", (path, document) => {
    expect(documentAt(path)).toBe(document);
  });

  test("shows the app at every other screen's path, and leaves files alone", () => {
    for (const path of ["/pricing", "/topic/emp-1", "/otp-verification", "/login/", "/nowhere"]) {
      expect([path, documentAt(path)]).toEqual([path, "/app.html"]);
    }
    for (const path of ["/assets/index-1a2b.js", "/config.json", "/mark.svg", "/login.html"]) {
      expect([path, documentAt(path)]).toEqual([path, undefined]);
    }
  });
});

test("the stack says what the web app and the operator must be told", () => {
  const outputs = Object.keys(template.findOutputs("*"));
  expect(outputs).toEqual(
    expect.arrayContaining([
      "ApiUrl",
      "RealtimeUrl",
      "UserPoolId",
      "UserPoolClientId",
      "Region",
      "ContentOrigin",
      "SiteUrl",
      "StripeSecret",
      "StripeWebhookUrl",
    ]),
  );
});
