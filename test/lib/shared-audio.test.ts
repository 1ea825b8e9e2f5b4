import { S3Client } from "@aws-sdk/client-s3";
import { createPresignedPost } from "@aws-sdk/s3-presigned-post";
import { describe, expect, test } from "vitest";
import { findResource, siteOrigin, synthesise } from "./support/synthesise.ts";

const template = synthesise();
const { id, properties } = findResource(template, "AWS::S3::Bucket", "SharedAudio/Bucket");

describe("the bucket of shared audio", () => {
  // A link is valid for at most 30 days. S3's expiry rules:
  // https://docs.aws.amazon.com/AmazonS3/latest/userguide/lifecycle-expire-general-considerations.html
  test("deletes audio after 31 days, and incomplete uploads after one day", () => {
    expect(properties["LifecycleConfiguration"]).toEqual({
      Rules: [{ ExpirationInDays: 31, AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 }, Status: "Enabled" }],
    });
  });

  test("keeps no older versions of its files", () => {
    expect(properties).not.toHaveProperty("VersioningConfiguration");
  });

  test("encrypts with keys of S3, and requires TLS 1.2 or newer", () => {
    expect(JSON.stringify(properties["BucketEncryption"])).toContain('"AES256"');
    const policy = findResource(template, "AWS::S3::BucketPolicy", "SharedAudio/Bucket/Policy").properties;
    expect(JSON.stringify(policy)).toContain('{"NumericLessThan":{"s3:TlsVersion":1.2}}');
  });

  // https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/aws-properties-s3-bucket-eventbridgeconfiguration.html
  test("sends its events to EventBridge without a custom resource", () => {
    expect(properties["NotificationConfiguration"]).toEqual({
      EventBridgeConfiguration: { EventBridgeEnabled: true },
    });
    template.resourceCountIs("Custom::S3BucketNotifications", 0);
  });

  test("allows cross-origin uploads and reads only from the stage's origins", () => {
    const stage = synthesise("dev", { extraOrigins: ["https://one.example"] });
    const bucket = findResource(stage, "AWS::S3::Bucket", "SharedAudio/Bucket");
    const rule = {
      AllowedMethods: ["POST", "GET"],
      AllowedOrigins: [siteOrigin(stage), "https://one.example"],
      AllowedHeaders: ["Range"],
      ExposedHeaders: ["ETag", "Content-Range"],
      MaxAge: 3600,
    };
    expect(bucket.properties["CorsConfiguration"]).toEqual({ CorsRules: [rule] });
  });

  test("has an output with the origin for which the SDK signs forms", async () => {
    const origin = template.findOutputs("SharedAudioOrigin")["SharedAudioOrigin"]?.["Value"];
    expect(origin).toEqual({ "Fn::Join": ["", ["https://", { "Fn::GetAtt": [id, "RegionalDomainName"] }]] });
    const client = new S3Client({ region: "ap-southeast-2", credentials: { accessKeyId: "a", secretAccessKey: "b" } });
    const { url } = await createPresignedPost(client, { Bucket: "name-of-cdk", Key: "k" });
    // RegionalDomainName: https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-s3-bucket.html
    expect(new URL(url).origin).toBe("https://name-of-cdk.s3.ap-southeast-2.amazonaws.com");
  });
});
