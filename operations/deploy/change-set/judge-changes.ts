import type { ResourceChange, ResourceChangeDetail } from "@aws-sdk/client-cloudformation";

/**
 * Types of resources that can hold learners' data or accounts, or an address that is stored elsewhere, for example at
 * Stripe or in a DNS zone.
 */
const protectedTypes: ReadonlySet<string> = new Set([
  "AWS::Amplify::App",
  "AWS::Amplify::Domain",
  "AWS::ApiGatewayV2::Api",
  "AWS::ApiGatewayV2::DomainName",
  "AWS::CloudFront::Distribution",
  "AWS::Cognito::UserPool",
  "AWS::Cognito::UserPoolDomain",
  "AWS::DynamoDB::GlobalTable",
  "AWS::DynamoDB::Table",
  "AWS::S3::Bucket",
]);

export type ChangeEffect = "add" | "change" | "replace" | "delete";

export type JudgedChange = { id: string; type: string; effect: ChangeEffect; isProtected: boolean };

const targetOf = ({ Target }: ResourceChangeDetail) => `${Target?.Attribute}.${Target?.Name}`;

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_ResourceChange.html (read on 2026-11-25) */
export function judgeChanges(changes: readonly ResourceChange[]): JudgedChange[] {
  const byId = new Map(changes.map((change) => [change.LogicalResourceId ?? "", change]));

  /** True if a reference to this id may change its value, for example because the resource is replaced. */
  function isNew(id: string, seen: readonly string[]): boolean {
    const change = byId.get(id);
    // For example, the id belongs to a parameter, or the references are circular.
    if (!change || seen.includes(id)) return true;
    return change.Action !== "Modify" || replaces(change, [...seen, id]);
  }

  /**
   * CloudFormation resolves references only during the execution, so it reports a replacement that depends on a
   * reference as "Conditional". Assumes that a reference keeps its value if the referenced resource changes in place.
   */
  function canReplace(detail: ResourceChangeDetail, all: readonly ResourceChangeDetail[], seen: readonly string[]) {
    if (detail.Target?.RequiresRecreation === "Never") return false;
    if (detail.Evaluation !== "Dynamic") return true;
    if (detail.CausingEntity) return isNew(detail.CausingEntity.split(".")[0] ?? "", seen);
    // For a reference, CloudFormation can add a second detail with the same target, and without a cause.
    return !all.some((other) => other.CausingEntity && targetOf(other) === targetOf(detail));
  }

  function replaces(change: ResourceChange, seen: readonly string[]): boolean {
    const { Replacement, Details = [] } = change;
    if (Replacement !== "Conditional") return Replacement === "True";
    return Details.length === 0 || Details.some((detail) => canReplace(detail, Details, seen));
  }

  function effectOf(change: ResourceChange): ChangeEffect {
    switch (change.Action) {
      case "Add":
      case "Import":
        return "add";
      case "Modify":
        return replaces(change, [change.LogicalResourceId ?? ""]) ? "replace" : "change";
      case "Remove":
        return "delete";
      default:
        // Such as "Dynamic": CloudFormation decides during the execution.
        return "replace";
    }
  }

  return changes.map((change) => {
    const { LogicalResourceId: id = "", ResourceType: type = "" } = change;
    return { id, type, effect: effectOf(change), isProtected: protectedTypes.has(type) };
  });
}

export const findLosses = (changes: readonly JudgedChange[], allowed: readonly string[]) =>
  changes.filter(
    ({ id, effect, isProtected }) =>
      isProtected && (effect === "replace" || effect === "delete") && !allowed.includes(id),
  );

const effects: readonly ChangeEffect[] = ["delete", "replace", "change", "add"];

export function describeChanges(changes: readonly JudgedChange[]): string[] {
  return effects.flatMap((effect) => {
    const those = changes.filter((change) => change.effect === effect);
    if (effect === "delete" || effect === "replace") return those.map(({ id, type }) => `  ${effect} ${id} (${type})`);
    const counts = Map.groupBy(those, ({ type }) => type);
    return [...counts]
      .toSorted(([one], [other]) => one.localeCompare(other))
      .map(([type, { length }]) => `  ${effect} ${length} × ${type}`);
  });
}
