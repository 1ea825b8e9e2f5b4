import { Duration, RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import { BlockPublicAccess, Bucket, BucketEncryption, CfnBucket } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";

/**
 * Where learners' exports wait to be fetched: a bucket of its own, because whoever publishes content removes from the
 * content's bucket what is no content. S3 removes each file once it is a day old.
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
    // Said of the stack, because it goes for whoever is granted just this.
    Validations.of(stack).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<${stack.getLogicalId(resource)}.Arn>/*]`,
      reason: "Files get random names when they are made: what goes for one goes for any of this bucket.",
    });
  }
}
