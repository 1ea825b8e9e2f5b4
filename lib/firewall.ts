import type { UserPool } from "aws-cdk-lib/aws-cognito";
import { CfnWebACL, CfnWebACLAssociation } from "aws-cdk-lib/aws-wafv2";
import { Construct } from "constructs";

/**
 * Requests to the user pool from one address in five minutes. A classroom of thirty shares an address, and a sign-up
 * takes about ten requests.
 */
const requestLimit = 1000;

const visibilityConfig = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  cloudWatchMetricsEnabled: true,
  metricName,
  sampledRequestsEnabled: false,
});

/**
 * AWS WAF in front of the user pool, which browsers call directly. It blocks an address for a while after too many
 * requests. An HTTP API cannot have such a firewall.
 * Why: docs/decisions/0088-firewall-of-large-stages.md
 */
export class Firewall extends Construct {
  constructor(scope: Construct, id: string, { userPool }: { userPool: UserPool }) {
    super(scope, id);
    const acl = new CfnWebACL(this, "Rules", {
      scope: "REGIONAL",
      defaultAction: { allow: {} },
      visibilityConfig: visibilityConfig("user-pool"),
      rules: [
        {
          name: "too-many-from-one-address",
          priority: 0,
          action: { block: {} },
          statement: {
            rateBasedStatement: { limit: requestLimit, evaluationWindowSec: 300, aggregateKeyType: "IP" },
          },
          visibilityConfig: visibilityConfig("too-many-from-one-address"),
        },
      ],
    });
    new CfnWebACLAssociation(this, "BeforeUserPool", {
      resourceArn: userPool.userPoolArn,
      webAclArn: acl.attrArn,
    });
  }
}
