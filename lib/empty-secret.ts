import { RemovalPolicy, Validations } from "aws-cdk-lib";
import { CfnSecret, Secret } from "aws-cdk-lib/aws-secretsmanager";
import type { Construct } from "constructs";

export type EmptySecretProps = {
  description: string;
  noRotationReason: string;
};

/**
 * A secret without a value, until an operator sets one. A password that Secrets Manager generates would look like a
 * valid key.
 */
export class EmptySecret extends Secret {
  constructor(scope: Construct, id: string, { description, noRotationReason }: EmptySecretProps) {
    super(scope, id, { description, removalPolicy: RemovalPolicy.DESTROY });
    const resource = this.node.defaultChild;
    if (!(resource instanceof CfnSecret)) throw new Error("The secret has no resource to leave empty");
    resource.generateSecretString = undefined;
    Validations.of(this).acknowledge({ id: "AwsSolutions-SMG4", reason: noRotationReason });
  }
}
