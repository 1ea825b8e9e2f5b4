import { Match, type Template } from "aws-cdk-lib/assertions";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { findResource, findResources, siteOrigin, synthesise } from "./support/synthesise.ts";

const Cors = z.object({ CorsConfiguration: z.object({ AllowOrigins: z.array(z.unknown()) }) });
const byText = (one: unknown, other: unknown) => JSON.stringify(one).localeCompare(JSON.stringify(other));

const template = synthesise();
const app = findResource(template, "AWS::Amplify::App");

describe("the web app's hosting", () => {
  const Rules = z.array(z.object({ Source: z.string(), Target: z.string(), Status: z.literal("200") }));
  const rules = Rules.parse(app.properties["CustomRules"]);

  /** Amplify applies the first rule that matches. */
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

  test("serves shared.html at /shared, and the app at a path below /shared", () => {
    expect(documentAt("/shared")).toBe("/shared.html");
    expect(documentAt("/shared/more")).toBe("/app.html");
  });

  test("serves the app at paths without their own document, and leaves paths of files unchanged", () => {
    for (const path of ["/pricing", "/topic/emp-1", "/otp-verification", "/login/", "/nowhere"]) {
      expect([path, documentAt(path)]).toEqual([path, "/app.html"]);
    }
    for (const path of ["/assets/index-1a2b.js", "/config.json", "/mark.svg", "/login.html"]) {
      expect([path, documentAt(path)]).toEqual([path, undefined]);
    }
  });
});

test("the stack has outputs with the web app's settings, the site's address and Stripe's webhook", () => {
  const outputs = Object.keys(template.findOutputs("*"));
  expect(outputs).toEqual(
    expect.arrayContaining([
      "ApiUrl",
      "RealtimeUrl",
      "UserPoolId",
      "UserPoolClientId",
      "Region",
      "ContentOrigin",
      "SharedAudioOrigin",
      "SiteUrl",
      "StripeSecret",
      "StripeWebhookUrl",
    ]),
  );
});

const certificate = (region: string) => `arn:aws:acm:${region}:111111111111:certificate/1`;
const withDomains = (inUse: boolean) =>
  synthesise("prod", {
    google: { clientId: "1.apps.googleusercontent.com" },
    domains: {
      app: { name: "app.interpreters.test", inUse },
      api: { name: "api.interpreters.test", certificateArn: certificate("ap-southeast-2"), inUse },
      content: { name: "content.interpreters.test", certificateArn: certificate("us-east-1"), inUse },
      signIn: { name: "login.interpreters.test", certificateArn: certificate("us-east-1"), inUse },
    },
  });
const outputOf = (stage: Template, name: string): unknown => stage.findOutputs(name)[name]?.["Value"];

describe.each([true, false])("a stage with custom domains (setting inUse: %s)", (inUse) => {
  const own = withDomains(inUse);
  test("serves the domains of the app, the API and log-in", () => {
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

  test("lets the app connect to the custom domains and the AWS addresses of the API and the content", () => {
    own.hasResourceProperties("AWS::Cognito::UserPoolDomain", {
      Domain: { "Fn::Join": ["-", ["parlance-prod", Match.anyValue()]] },
      CustomDomainConfig: Match.absent(),
    });
    const origins = JSON.stringify(outputOf(own, "ConnectOrigins"));
    for (const name of ["api", "content", "login"]) expect(origins).toContain(`https://${name}.interpreters.test`);
    const distribution = findResource(own, "AWS::CloudFront::Distribution").id;
    expect(origins).toContain(`{"Fn::GetAtt":["${distribution}","DomainName"]}`);
    const [api = ""] = findResources(own, "AWS::ApiGatewayV2::Api")
      .filter(({ properties }) => properties["ProtocolType"] === "HTTP")
      .map(({ id }) => id);
    expect(origins).toContain(`{"Fn::GetAtt":["${api}","ApiEndpoint"]}`);
  });

  test("allows the app's custom domain and Amplify address as CORS origins and log-in callbacks", () => {
    const sites = JSON.stringify(["https://app.interpreters.test", siteOrigin(own)]);
    const allowed = findResources(own, "AWS::ApiGatewayV2::Api").flatMap(
      ({ properties }) => Cors.safeParse(properties).data?.CorsConfiguration.AllowOrigins ?? [],
    );
    const client = findResource(own, "AWS::Cognito::UserPoolClient").properties["CallbackURLs"];
    expect(JSON.stringify(allowed.toSorted(byText))).toBe(JSON.stringify(JSON.parse(sites).toSorted(byText)));
    expect(JSON.stringify(client)).toContain("https://app.interpreters.test/");
    expect(JSON.stringify(client)).toContain("https://main.");
  });

  test("has an output with the DNS target of each custom domain", () => {
    const targets = ["SiteDomainRecord", "ApiDomainTarget", "ContentDomainTarget", "SignInDomainTarget"];
    for (const name of targets)
      expect([name, outputOf(own, name)]).toEqual([name, { "Fn::GetAtt": expect.anything() }]);
    expect(Object.keys(template.findOutputs("*")).filter((name) => targets.includes(name))).toEqual([]);
  });
});

const addresses = {
  SiteUrl: "https://app.interpreters.test",
  ApiUrl: "https://api.interpreters.test",
  ContentOrigin: "https://content.interpreters.test",
  HostedUiUrl: "https://login.interpreters.test",
  GoogleRedirectUrl: "https://login.interpreters.test/oauth2/idpresponse",
};

test("a stage with custom domains has Stripe's webhook at the address of API Gateway", () => {
  expect(outputOf(withDomains(true), "StripeWebhookUrl")).toEqual(outputOf(withDomains(false), "StripeWebhookUrl"));
  expect(JSON.stringify(outputOf(withDomains(true), "StripeWebhookUrl"))).not.toContain("interpreters.test");
});

test.each(Object.entries(addresses))("the output %s is %s if the custom domain is in use", (name, address) => {
  expect(outputOf(withDomains(true), name)).toBe(address);
  const prepared = outputOf(withDomains(false), name);
  // AWS chooses its own addresses at a deploy, so the template contains references to them.
  expect(prepared).toBeInstanceOf(Object);
  expect(JSON.stringify(prepared)).not.toContain("interpreters.test");
});
