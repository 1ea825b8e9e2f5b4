import { RemovalPolicy, Validations } from "aws-cdk-lib";
import { CfnSecret, Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";

export type EmptySecretProps = {
  description: string;
  /** Why Secrets Manager does not change its value by itself from time to time. */
  noRotationReason: string;
};

/** A secret that is empty until it is filled: a password made by Secrets Manager would pass for a key that is there. */
export class EmptySecret extends Secret {
  constructor(scope: Construct, id: string, { description, noRotationReason }: EmptySecretProps) {
    super(scope, id, { description, removalPolicy: RemovalPolicy.DESTROY });
    const resource = this.node.defaultChild;
    if (!(resource instanceof CfnSecret)) throw new Error("The secret has no resource to leave empty");
    resource.generateSecretString = undefined;
    Validations.of(this).acknowledge({ id: "AwsSolutions-SMG4", reason: noRotationReason });
  }
}
