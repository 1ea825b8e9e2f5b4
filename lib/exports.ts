import { Duration, RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import { BlockPublicAccess, Bucket, BucketEncryption, CfnBucket } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";

/**
 * The bucket of learners' exports. It is separate from the content, because publishing refuses a content bucket with
 * other files. S3 deletes each file after a day.
 * Why: docs/decisions/0037-bucket-for-exports.md
 */
export class Exports extends Construct {
  readonly bucket: Bucket;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.bucket = new Bucket(this, "Bucket", {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      versioned: false,
      lifecycleRules: [{ expiration: Duration.days(1), abortIncompleteMultipartUploadAfter: Duration.days(1) }],
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    this.#acknowledge();
  }

  #acknowledge(): void {
    Validations.of(this.bucket).acknowledge({
      id: "AwsSolutions-S1",
      reason: "Access logs would keep learners' addresses and live signatures for longer than the files themselves.",
    });
    const resource = this.bucket.node.defaultChild;
    if (!(resource instanceof CfnBucket)) throw new Error("The bucket has no resource");
    const stack = Stack.of(this);
    // Acknowledged on the stack, because the rule applies to every role that gets this grant.
    Validations.of(stack).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<${stack.getLogicalId(resource)}.Arn>/*]`,
      reason: "Files get random names when they are created, so the grant covers every file of this bucket.",
    });
  }
}
