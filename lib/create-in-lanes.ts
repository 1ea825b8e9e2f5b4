import type { Construct } from "constructs";

/**
 * Makes each construct wait for the one that many places before, so that CloudFormation creates at most `lanes` at a
 * time. It creates everything else at once, and does not always retry a service that refuses because of its quota.
 */
export function createInLanes(constructs: readonly Construct[], lanes: number): void {
  for (const [at, construct] of constructs.entries()) {
    const before = constructs[at - lanes];
    if (before) construct.node.addDependency(before);
  }
}
