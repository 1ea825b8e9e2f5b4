import type { UserPool } from "aws-cdk-lib/aws-cognito";
import { CfnWebACL, CfnWebACLAssociation } from "aws-cdk-lib/aws-wafv2";
import { Construct } from "constructs";
import { firewallLimits, firewallWindowSeconds, functionOperations, rareOperations } from "./user-pool-limits.ts";

type Statement = CfnWebACL.StatementProperty;

const visibilityConfig = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  cloudWatchMetricsEnabled: true,
  metricName,
  sampledRequestsEnabled: false,
});

/**
 * Cognito adds a header with the operation:
 * https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-waf.html (read on 2026-11-25).
 */
const forOneOf = (operations: readonly string[]): Statement => ({
  orStatement: {
    statements: operations.map((operation) => ({
      byteMatchStatement: {
        // CDK passes this object on unchanged, so the key has CloudFormation's spelling.
        fieldToMatch: { singleHeader: { Name: "x-amzn-cognito-operation-name" } },
        positionalConstraint: "EXACTLY",
        searchString: operation,
        textTransformations: [{ priority: 0, type: "NONE" }],
      },
    })),
  },
});

const not = (statement: Statement): Statement => ({ notStatement: { statement } });

type RateRule = { name: string; limit: number; requests: Statement };

const rateRule = ({ name, limit, requests }: RateRule, priority: number): CfnWebACL.RuleProperty => ({
  name,
  priority,
  action: { block: {} },
  statement: {
    rateBasedStatement: {
      limit,
      evaluationWindowSec: firewallWindowSeconds,
      aggregateKeyType: "IP",
      scopeDownStatement: requests,
    },
  },
  visibilityConfig: visibilityConfig(name),
});

export type FirewallProps = { userPool: UserPool; learners: number };

/**
 * WAF also inspects unsigned requests of the project's own functions. Functions share few addresses, so
 * `functionOperations` have a separate limit.
 * Why: docs/decisions/0088-firewall-of-large-stages.md
 */
export class Firewall extends Construct {
  /**
   * The stack creates this association late, because WAF may not find the rules in the minutes after their creation:
   * https://docs.aws.amazon.com/waf/latest/APIReference/API_AssociateWebACL.html (read on 2026-11-25)
   */
  readonly association: CfnWebACLAssociation;

  constructor(scope: Construct, id: string, { userPool, learners }: FirewallProps) {
    super(scope, id);
    const limits = firewallLimits(learners);
    const rules: readonly RateRule[] = [
      { name: "too-many-from-one-address", limit: limits.browsers, requests: not(forOneOf(functionOperations)) },
      { name: "too-many-sign-ups-and-codes", limit: limits.rareOperations, requests: forOneOf(rareOperations) },
      { name: "too-many-as-of-functions", limit: limits.functions, requests: forOneOf(functionOperations) },
    ];
    const acl = new CfnWebACL(this, "Rules", {
      scope: "REGIONAL",
      defaultAction: { allow: {} },
      visibilityConfig: visibilityConfig("user-pool"),
      rules: rules.map(rateRule),
    });
    this.association = new CfnWebACLAssociation(this, "BeforeUserPool", {
      resourceArn: userPool.userPoolArn,
      webAclArn: acl.attrArn,
    });
  }
}
