import { describe, expect, test } from "vitest";
import * as z from "zod";
import { findResource, synthesise } from "./support/synthesise.ts";

const template = synthesise();
const app = findResource(template, "AWS::Amplify::App");

describe("the web app's hosting", () => {
  const Rules = z.array(z.object({ Source: z.string(), Target: z.string(), Status: z.literal("200") }));
  const rules = Rules.parse(app.properties["CustomRules"]);

  /** Returns the document that Amplify serves for a path: that of the first matching rule. */
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
  ])("serves the prerendered document of %s", (path, document) => {
    expect(documentAt(path)).toBe(document);
  });

  test("serves the app at every other screen's path, and files unchanged", () => {
    for (const path of ["/pricing", "/topic/emp-1", "/otp-verification", "/login/", "/nowhere"]) {
      expect([path, documentAt(path)]).toEqual([path, "/app.html"]);
    }
    for (const path of ["/assets/index-1a2b.js", "/config.json", "/mark.svg", "/login.html"]) {
      expect([path, documentAt(path)]).toEqual([path, undefined]);
    }
  });
});

test("has the outputs that the web app and the operator need", () => {
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

describe("a stage with its own domains", () => {
  const certificate = (region: string) => `arn:aws:acm:${region}:111111111111:certificate/1`;
  const own = synthesise("prod", {
    google: { clientId: "1.apps.googleusercontent.com" },
    domains: {
      app: { name: "app.interpreters.test" },
      api: { name: "api.interpreters.test", certificateArn: certificate("ap-southeast-2") },
      content: { name: "content.interpreters.test", certificateArn: certificate("us-east-1") },
      signIn: { name: "login.interpreters.test", certificateArn: certificate("us-east-1") },
    },
  });

  test("serves each domain with its certificate", () => {
    own.hasResourceProperties("AWS::Amplify::Domain", {
      DomainName: "app.interpreters.test",
      SubDomainSettings: [{ BranchName: {}, Prefix: "" }],
    });
    own.hasResourceProperties("AWS::ApiGatewayV2::DomainName", {
      DomainName: "api.interpreters.test",
      DomainNameConfigurations: [{ CertificateArn: certificate("ap-southeast-2"), EndpointType: "REGIONAL" }],
    });
    expect(findResource(own, "AWS::ApiGatewayV2::ApiMapping").properties["DomainName"]).toEqual({
      Ref: findResource(own, "AWS::ApiGatewayV2::DomainName").id,
    });
    own.hasResourceProperties("AWS::Cognito::UserPoolDomain", {
      Domain: "login.interpreters.test",
      CustomDomainConfig: { CertificateArn: certificate("us-east-1") },
    });
  });

  test("lists them in its outputs with their DNS targets", () => {
    const value = (name: string) => own.findOutputs(name)[name]?.["Value"];
    expect(value("SiteUrl")).toBe("https://app.interpreters.test");
    expect(value("ApiUrl")).toBe("https://api.interpreters.test");
    expect(value("ContentOrigin")).toBe("https://content.interpreters.test");
    expect(value("HostedUiUrl")).toBe("https://login.interpreters.test");
    expect(value("GoogleRedirectUrl")).toBe("https://login.interpreters.test/oauth2/idpresponse");
    expect(value("StripeWebhookUrl")).toBe("https://api.interpreters.test/webhooks/stripe");
    const targets = ["SiteDomainRecord", "ApiDomainTarget", "ContentDomainTarget", "SignInDomainTarget"];
    for (const name of targets) expect([name, value(name)]).toEqual([name, { "Fn::GetAtt": expect.anything() }]);
    expect(Object.keys(template.findOutputs("*")).filter((name) => targets.includes(name))).toEqual([]);
  });
});
