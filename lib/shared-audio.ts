import { Duration, RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import { BlockPublicAccess, Bucket, BucketEncryption, CfnBucket, HttpMethods } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";
import { maxShareDays } from "../domain/sharing/share-limits.ts";

export type SharedAudioProps = { appOrigins: readonly string[] };

/**
 * The bucket of recordings and voice comments that learners and guests share. Browsers send files straight to it by
 * signed forms, and read them by signed addresses. Handlers delete the audio of a link when the link ends; the
 * lifecycle rule deletes what they miss.
 * Why: docs/decisions/0156-shared-audio-in-its-own-bucket.md
 */
export class SharedAudio extends Construct {
  readonly bucket: Bucket;
  /** Origin of the forms and the addresses that the SDK signs, without a trailing slash. */
  readonly origin: string;

  constructor(scope: Construct, id: string, { appOrigins }: SharedAudioProps) {
    super(scope, id);
    this.bucket = new Bucket(this, "Bucket", {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      versioned: false,
      lifecycleRules: [
        { expiration: Duration.days(maxShareDays + 1), abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
      cors: [
        {
          allowedMethods: [HttpMethods.POST, HttpMethods.GET],
          allowedOrigins: [...appOrigins],
          allowedHeaders: ["Range"],
          exposedHeaders: ["ETag", "Content-Range"],
          maxAge: 3600,
        },
      ],
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    this.origin = `https://${this.bucket.bucketRegionalDomainName}`;
    this.#sendEvents();
    this.#acknowledge();
  }

  get #resource(): CfnBucket {
    const resource = this.bucket.node.defaultChild;
    if (!(resource instanceof CfnBucket)) throw new Error("The bucket has no resource");
    return resource;
  }

  /** CDK's own property for this would create a function with permissions on all buckets. */
  #sendEvents(): void {
    this.#resource.notificationConfiguration = { eventBridgeConfiguration: { eventBridgeEnabled: true } };
  }

  #acknowledge(): void {
    Validations.of(this.bucket).acknowledge({
      id: "AwsSolutions-S1",
      reason:
        "Access logs would keep addresses of learners and guests, and live signatures, for longer than the audio.",
    });
    const stack = Stack.of(this);
    // Acknowledged on the stack, because the rule applies to every role that gets this grant.
    Validations.of(stack).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<${stack.getLogicalId(this.#resource)}.Arn>/*]`,
      reason:
        "Each share has its own folder, which does not exist at deployment, so the grant covers the whole bucket.",
    });
  }
}
