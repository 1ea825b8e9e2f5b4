import type { Construct } from "constructs";

/**
 * Makes each construct depend on the one `lanes` places before it, so that CloudFormation creates at most `lanes` at a
 * time. CloudFormation does not always retry a creation that a service's quota refuses.
 */
export function createInLanes(constructs: readonly Construct[], lanes: number): void {
  for (const [at, construct] of constructs.entries()) {
    const before = constructs[at - lanes];
    if (before) construct.node.addDependency(before);
  }
}
