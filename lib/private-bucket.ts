import { Duration, RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import { BlockPublicAccess, Bucket, BucketEncryption, type BucketProps, CfnBucket } from "aws-cdk-lib/aws-s3";
import { Construct } from "constructs";

export type PrivateBucketProps = Pick<BucketProps, "cors"> & {
  /** Minimum age at which S3 deletes a file. */
  lifetime: Duration;
  noLogsReason: string;
  wholeBucketReason: string;
};

/** Browsers reach the bucket only through signed URLs and forms. */
export class PrivateBucket extends Construct {
  readonly bucket: Bucket;
  protected readonly resource: CfnBucket;

  constructor(
    scope: Construct,
    id: string,
    { lifetime, noLogsReason, wholeBucketReason, ...props }: PrivateBucketProps,
  ) {
    super(scope, id);
    this.bucket = new Bucket(this, "Bucket", {
      ...props,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      minimumTLSVersion: 1.2,
      versioned: false,
      lifecycleRules: [{ expiration: lifetime, abortIncompleteMultipartUploadAfter: Duration.days(1) }],
      removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
    });
    const resource = this.bucket.node.defaultChild;
    if (!(resource instanceof CfnBucket)) throw new Error("The bucket has no resource");
    this.resource = resource;
    Validations.of(this.bucket).acknowledge({ id: "AwsSolutions-S1", reason: noLogsReason });
    const stack = Stack.of(this);
    // Acknowledged on the stack, because the rule applies to each role that gets this grant.
    Validations.of(stack).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<${stack.getLogicalId(resource)}.Arn>/*]`,
      reason: wholeBucketReason,
    });
  }
}
