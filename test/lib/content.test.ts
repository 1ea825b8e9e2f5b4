import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, test } from "vitest";
import * as z from "zod";
import { findDeployedHandlers } from "./support/handlers.ts";
import { findResource, findResources, siteOrigin, synthesise } from "./support/synthesise.ts";

const template = synthesise();
const buckets = findResources(template, "AWS::S3::Bucket");
const distribution = findResource(template, "AWS::CloudFront::Distribution");

describe("buckets", () => {
  test.each(buckets)(
    "are private and encrypted, and stay when the stack is deleted: $path",
    ({ properties, deletionPolicy }) => {
      expect(properties["PublicAccessBlockConfiguration"]).toEqual({
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      });
      expect(properties["BucketEncryption"]).toBeDefined();
      expect(deletionPolicy).toBe("RetainExceptOnCreate");
    },
  );

  test.each(buckets)("refuse unencrypted requests: $path", ({ id }) => {
    template.hasResourceProperties("AWS::S3::BucketPolicy", {
      Bucket: { Ref: id },
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({ Effect: "Deny", Condition: { Bool: { "aws:SecureTransport": "false" } } }),
        ]),
      },
    });
  });

  test("delete exports after a day, and store no older versions of exports", () => {
    const { properties } = findResource(template, "AWS::S3::Bucket", "Exports/Bucket");
    expect(properties["LifecycleConfiguration"]).toMatchObject({ Rules: [{ ExpirationInDays: 1, Status: "Enabled" }] });
    expect(properties).not.toHaveProperty("VersioningConfiguration");
    expect(properties).not.toHaveProperty("CorsConfiguration");
  });

  test("allow only the stage's distribution to read the content, and no service to write it", () => {
    const Statement = z.object({
      Effect: z.string(),
      Action: z.unknown(),
      Principal: z.unknown(),
      Condition: z.unknown(),
    });
    const { properties } = findResource(template, "AWS::S3::BucketPolicy", "Content/Bucket/Policy");
    const { Statement: statements } = z.object({ Statement: z.array(Statement) }).parse(properties["PolicyDocument"]);
    const allowed = statements.filter(({ Effect }) => Effect === "Allow");
    expect(allowed).toMatchObject([
      { Action: ["s3:GetObject", "s3:ListBucket"], Principal: { Service: "cloudfront.amazonaws.com" } },
    ]);
    expect(JSON.stringify(allowed[0]?.Condition)).toContain(distribution.id);
  });

  test("store older versions of the content for a month", () => {
    expect(findResource(template, "AWS::S3::Bucket", "Content/Bucket").properties).toMatchObject({
      VersioningConfiguration: { Status: "Enabled" },
      LifecycleConfiguration: { Rules: [{ NoncurrentVersionExpiration: { NoncurrentDays: 30 }, Status: "Enabled" }] },
    });
  });

  test("store the content's access logs for 90 days", () => {
    const logs = findResource(template, "AWS::S3::Bucket", "Content/AccessLogs");
    expect(logs.properties["LifecycleConfiguration"]).toEqual({
      Rules: [{ ExpirationInDays: 90, Status: "Enabled" }],
    });
    const { properties } = findResource(template, "AWS::S3::Bucket", "Content/Bucket");
    expect(properties["LoggingConfiguration"]).toMatchObject({ DestinationBucketName: { Ref: logs.id } });
  });
});

describe("the distribution", () => {
  const Config = z.object({
    DefaultCacheBehavior: z.record(z.string(), z.unknown()),
    CacheBehaviors: z.array(z.record(z.string(), z.unknown())),
    Origins: z.array(z.record(z.string(), z.unknown())),
    CustomErrorResponses: z.array(z.object({ ErrorCachingMinTTL: z.number(), ErrorCode: z.number() })),
  });
  const config = Config.parse(distribution.properties["DistributionConfig"]);

  test("is named in the output ContentDistribution", () => {
    expect(template.findOutputs("ContentDistribution")["ContentDistribution"]?.["Value"]).toEqual({
      Ref: distribution.id,
    });
  });

  test("requires a signature by a trusted key for files outside the public folder", () => {
    expect(config.CacheBehaviors.map(({ PathPattern }) => PathPattern)).toEqual(["public/*"]);
    expect(config.CacheBehaviors[0]).not.toHaveProperty("TrustedKeyGroups");
    const group = findResource(template, "AWS::CloudFront::KeyGroup");
    const key = findResource(template, "AWS::CloudFront::PublicKey");
    expect(config.DefaultCacheBehavior["TrustedKeyGroups"]).toEqual([{ Ref: group.id }]);
    expect(group.properties["KeyGroupConfig"]).toMatchObject({ Items: [{ Ref: key.id }] });
  });

  test("reads index.html for an empty path", () => {
    expect(distribution.properties["DistributionConfig"]).toMatchObject({ DefaultRootObject: "index.html" });
  });

  test("reads the bucket with origin access control", () => {
    const control = findResource(template, "AWS::CloudFront::OriginAccessControl");
    expect(config.Origins).toMatchObject([{ OriginAccessControlId: { "Fn::GetAtt": [control.id, "Id"] } }]);
    expect(control.properties["OriginAccessControlConfig"]).toMatchObject({
      SigningBehavior: "always",
      SigningProtocol: "sigv4",
    });
  });

  test("allows only reads, and only over HTTPS", () => {
    for (const behavior of [config.DefaultCacheBehavior, ...config.CacheBehaviors]) {
      expect(behavior).toMatchObject({ AllowedMethods: ["GET", "HEAD"], ViewerProtocolPolicy: "https-only" });
    }
  });

  test("caches files for an hour by default, and for at most a year", () => {
    template.hasResourceProperties("AWS::CloudFront::CachePolicy", {
      CachePolicyConfig: { MinTTL: 0, DefaultTTL: 3_600, MaxTTL: 365 * 86_400 },
    });
  });

  test("lets browsers cache preflight responses for an hour, and requires HTTPS for two years", () => {
    template.hasResourceProperties("AWS::CloudFront::ResponseHeadersPolicy", {
      ResponseHeadersPolicyConfig: {
        CorsConfig: { AccessControlMaxAgeSec: 3_600 },
        SecurityHeadersConfig: { StrictTransportSecurity: { AccessControlMaxAgeSec: 730 * 86_400 } },
      },
    });
  });

  test.each([false, true])("requires HTTPS of subdomains according to strictSubdomains: %s", (strictSubdomains) => {
    synthesise("dev", { strictSubdomains }).hasResourceProperties("AWS::CloudFront::ResponseHeadersPolicy", {
      ResponseHeadersPolicyConfig: {
        SecurityHeadersConfig: { StrictTransportSecurity: { IncludeSubdomains: strictSubdomains } },
      },
    });
  });

  test("caches one copy for all signatures", () => {
    const policy = findResource(template, "AWS::CloudFront::CachePolicy");
    expect(config.DefaultCacheBehavior["CachePolicyId"]).toEqual({ Ref: policy.id });
    template.hasResourceProperties("AWS::CloudFront::CachePolicy", {
      CachePolicyConfig: {
        ParametersInCacheKeyAndForwardedToOrigin: {
          QueryStringsConfig: { QueryStringBehavior: "none" },
          CookiesConfig: { CookieBehavior: "none" },
          HeadersConfig: { HeaderBehavior: "none" },
        },
      },
    });
  });

  test("has a minimum cache time of at most ten seconds for refusals and failures", () => {
    expect(config.CustomErrorResponses.map(({ ErrorCode }) => ErrorCode)).toEqual(
      expect.arrayContaining([403, 404, 503]),
    );
    for (const { ErrorCachingMinTTL } of config.CustomErrorResponses)
      expect(ErrorCachingMinTTL).toBeLessThanOrEqual(10);
  });

  test("lets the app's origins read files and the headers of range responses", () => {
    const stage = synthesise("prod", { extraOrigins: ["https://one.example"] });
    stage.hasResourceProperties("AWS::CloudFront::ResponseHeadersPolicy", {
      ResponseHeadersPolicyConfig: {
        CorsConfig: {
          AccessControlAllowOrigins: { Items: [siteOrigin(stage), "https://one.example"] },
          AccessControlAllowMethods: { Items: ["GET", "HEAD"] },
          AccessControlExposeHeaders: { Items: ["ETag", "Content-Length", "Content-Range", "Accept-Ranges"] },
          AccessControlAllowCredentials: false,
        },
      },
    });
  });

  test("accepts only TLS 1.2 and newer on its custom domain", () => {
    const certificateArn = "arn:aws:acm:us-east-1:111111111111:certificate/1";
    const own = synthesise("prod", {
      domains: { content: { name: "content.parlance.example", certificateArn, inUse: true } },
    });
    own.hasResourceProperties("AWS::CloudFront::Distribution", {
      DistributionConfig: {
        Aliases: ["content.parlance.example"],
        ViewerCertificate: { AcmCertificateArn: certificateArn, MinimumProtocolVersion: "TLSv1.2_2021" },
      },
    });
    const signer = findDeployedHandlers(own).find(({ handler }) => handler === "api/grant-content");
    expect(signer?.environment["CONTENT_ORIGIN"]).toBe("https://content.parlance.example");
  });
});

describe("signing keys", () => {
  test("are created during the deploy, in a secret without an initial value", () => {
    const secret = findResource(template, "AWS::SecretsManager::Secret", "SigningKeys/first-private-key");
    expect(secret.properties).not.toHaveProperty("GenerateSecretString");
    expect(secret.properties).not.toHaveProperty("SecretString");
    const pair = findResource(template, "Custom::SigningKey");
    expect(pair.properties["SecretId"]).toEqual({ Ref: secret.id });
    template.hasResourceProperties("AWS::CloudFront::PublicKey", {
      PublicKeyConfig: { EncodedKey: { "Fn::GetAtt": [pair.id, "PublicKey"] } },
    });
  });

  test("are all trusted during a rotation, and the current key signs", () => {
    const rotating = synthesise("dev", { signingKeys: { trusted: ["first", "second"], current: "second" } });
    const keys = findResources(rotating, "AWS::CloudFront::PublicKey");
    const group = findResource(rotating, "AWS::CloudFront::KeyGroup");
    expect(group.properties["KeyGroupConfig"]).toMatchObject({ Items: keys.map(({ id }) => ({ Ref: id })) });
    const second = findResource(rotating, "AWS::CloudFront::PublicKey", "second-public-key");
    const signer = findDeployedHandlers(rotating).find(({ handler }) => handler === "api/grant-content");
    expect(signer?.environment["CONTENT_KEY_PAIR_ID"]).toEqual({ Ref: second.id });
    const first = findResource(rotating, "AWS::CloudFront::PublicKey", "first-public-key");
    expect(first.id).toBe(findResource(template, "AWS::CloudFront::PublicKey").id);
  });

  test("are refused if the current key is not trusted", () => {
    expect(() => synthesise("dev", { signingKeys: { trusted: ["first"], current: "second" } })).toThrow(/not among/);
  });
});
