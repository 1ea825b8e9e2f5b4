import type { Construct } from "constructs";

/**
 * Makes each construct wait for the construct `lanes` places before it, so that CloudFormation creates at most `lanes`
 * at a time. By default, CloudFormation creates all at once. It does not always retry if a service refuses because of
 * its quota.
 */
export function createInLanes(constructs: readonly Construct[], lanes: number): void {
  for (const [at, construct] of constructs.entries()) {
    const before = constructs[at - lanes];
    if (before) construct.node.addDependency(before);
  }
}
