/**
 * A fake of CloudFormation after its documentation. It lacks conditions, nested stacks, imports, snapshots and drift,
 * and cannot roll back a stack that a deploy without a rollback left in a failed state.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/stack-failure-options.html
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-attribute-deletionpolicy.html
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-attribute-updatereplacepolicy.html
 */
import { type AppliedChange, createEmptyAccount, type StackResource } from "./account.ts";
import { attributeOf, requiredChange } from "./physical.ts";
import { type Lookup, readTemplate, resolve, type Template } from "./template.ts";

type Stack = {
  name: string;
  status: string;
  resources: Map<string, StackResource>;
  outputs: Readonly<Record<string, string>>;
};
export type ReportedChange = {
  id: string;
  type: string;
  action: AppliedChange["action"] | "delete" | "keep" | "refused";
};
/** https://docs.aws.amazon.com/AWSCloudFormation/latest/APIReference/API_ResourceChange.html */
export type PreviewedChange = {
  Action: "Add" | "Modify" | "Remove";
  LogicalResourceId: string;
  ResourceType: string;
  Replacement?: "True" | "False";
};
export type Outcome = { status: string; changes: ReportedChange[]; reasons: string[] };
export type DeployOptions = {
  /** Ids of the resources at which the deploy fails. */
  failing?: readonly string[];
  rollback?: boolean;
};

/** The last two are states of a failed stack without a rollback. */
const updatableStates = [
  "CREATE_COMPLETE",
  "UPDATE_COMPLETE",
  "UPDATE_ROLLBACK_COMPLETE",
  "CREATE_FAILED",
  "UPDATE_FAILED",
];
const region = "ap-southeast-2";

function createLookup({ name, resources }: Stack, { parameters }: Template): Lookup {
  const pseudo: Readonly<Record<string, string>> = {
    "AWS::AccountId": "111111111111",
    "AWS::Partition": "aws",
    "AWS::Region": region,
    "AWS::StackId": `arn:aws:cloudformation:${region}:111111111111:stack/${name}/0a1b2c3d-1111-2222-3333-444455556666`,
    "AWS::StackName": name,
    "AWS::URLSuffix": "amazonaws.com",
  };
  return {
    ref: (id) => resources.get(id)?.physical.ref ?? parameters[id] ?? pseudo[id],
    attribute: (id, attribute) => {
      const found = resources.get(id);
      if (!found) throw new Error(`${id} is not there yet`);
      return attributeOf(found.physical, attribute);
    },
  };
}

const resolveAll = (values: Readonly<Record<string, unknown>>, lookup: Lookup) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, resolve(value, lookup)]));

export function createCloudFormation() {
  const account = createEmptyAccount();
  const stacks = new Map<string, Stack>();

  /**
   * Without `continues`, the first failure ends the operation. Otherwise, a failure skips only the resources that
   * depend on the failed resource.
   */
  function provideAll(
    stack: Stack,
    template: Template,
    failing: readonly string[],
    isFirst: boolean,
    continues: boolean,
  ) {
    const [done, failed, reasons]: [AppliedChange[], Set<string>, string[]] = [[], new Set(), []];
    const lookup = createLookup(stack, template);
    for (const [id, resource] of template.resources) {
      const isBarred =
        failed.size > 0 && (!continues || [...(template.dependencies.get(id) ?? [])].some((one) => failed.has(one)));
      try {
        if (isBarred) failed.add(id);
        if (isBarred) continue;
        if (failing.includes(id)) throw new Error(`${id} is refused`);
        const before = stack.resources.get(id);
        const properties = resolveAll(resource.Properties, lookup);
        const step = account.provide(
          { stackName: stack.name, id, resource, properties },
          before,
          isFirst || !continues,
        );
        if (step) done.push(step);
        const physical = step?.after.physical ?? before?.physical;
        if (physical) stack.resources.set(id, { physical, policies: resource });
      } catch (error) {
        failed.add(id);
        reasons.push(error instanceof Error ? error.message : String(error));
      }
    }
    return { done, reasons };
  }

  /** The policy RetainExceptOnCreate does not keep a new resource. */
  function takeBack(stack: Stack, done: readonly AppliedChange[]): ReportedChange[] {
    return done.toReversed().flatMap(({ id, before, after, action }): ReportedChange[] => {
      if (before) stack.resources.set(id, before);
      if (before && action === "update") {
        account.restore(before);
        return [];
      }
      const came = account.remove(after, after.policies.DeletionPolicy === "Retain");
      if (!before && came !== "refused") stack.resources.delete(id);
      return [{ id, type: after.physical.type, action: came }];
    });
  }

  function cleanUp(stack: Stack, template: Template, done: readonly AppliedChange[]): ReportedChange[] {
    const replaced = done.flatMap(({ id, before, action }): ReportedChange[] => {
      if (action !== "replace" || !before) return [];
      const isKept = before.policies.UpdateReplacePolicy === "Retain";
      return [{ id, type: before.physical.type, action: account.remove(before, isKept) }];
    });
    const gone = [...stack.resources].filter(([id]) => !template.resources.has(id)).toReversed();
    const removed = gone.map(([id, existing]): ReportedChange => {
      stack.resources.delete(id);
      return {
        id,
        type: existing.physical.type,
        action: account.remove(existing, existing.policies.DeletionPolicy !== "Delete"),
      };
    });
    return [...replaced, ...removed];
  }

  return {
    secrets: account.secrets,
    existing: account.existing,
    stack: (name: string) => stacks.get(name) ?? null,

    preview: (name: string, json: unknown): PreviewedChange[] => {
      const template = readTemplate(json);
      const stack = stacks.get(name);
      const resources = stack?.resources ?? new Map<string, StackResource>();
      const wanted = [...template.resources].flatMap(([id, resource]): PreviewedChange[] => {
        const shared = { LogicalResourceId: id, ResourceType: resource.Type };
        const before = resources.get(id);
        if (!stack || !before) return [{ ...shared, Action: "Add" }];
        const { properties } = before.physical;
        const known = Object.entries(resource.Properties).map(([property, value]): [string, unknown] => {
          try {
            return [property, resolve(value, createLookup(stack, template))];
          } catch {
            return [property, properties[property]];
          }
        });
        const did = requiredChange(before.physical, resource.Type, Object.fromEntries(known));
        if (did === "none") return [];
        return [{ ...shared, Action: "Modify", Replacement: did === "replace" ? "True" : "False" }];
      });
      const gone = [...resources].filter(([id]) => !template.resources.has(id));
      const removed = gone.map(
        ([id, { physical }]): PreviewedChange => ({
          Action: "Remove",
          LogicalResourceId: id,
          ResourceType: physical.type,
        }),
      );
      return [...wanted, ...removed];
    },

    /** @throws Error if CloudFormation would not start the deploy */
    deploy: (name: string, json: unknown, { failing = [], rollback = true }: DeployOptions = {}): Outcome => {
      const template = readTemplate(json);
      const known = stacks.get(name);
      if (known && !updatableStates.includes(known.status))
        throw new Error(`${name} is ${known.status}: it cannot be updated`);
      if (known?.status.endsWith("_FAILED") && rollback) throw new Error(`${name} has to be rolled back first`);
      const stack = known ?? { name, status: "", resources: new Map(), outputs: {} };
      stacks.set(name, stack);
      const { done, reasons } = provideAll(stack, template, failing, !known, !rollback);
      const verb = known ? "UPDATE" : "CREATE";
      const changes: ReportedChange[] = done.map(({ id, after, action }) => ({
        id,
        type: after.physical.type,
        action,
      }));
      if (reasons.length === 0) {
        changes.push(...cleanUp(stack, template, done));
        const outputs = resolveAll(template.outputs, createLookup(stack, template));
        stack.outputs = Object.fromEntries(Object.entries(outputs).map(([output, value]) => [output, String(value)]));
        stack.status = `${verb}_COMPLETE`;
      } else if (!rollback) stack.status = `${verb}_FAILED`;
      else {
        const back = takeBack(stack, done);
        changes.push(...back);
        const isStuck = !known && back.some(({ action }) => action === "refused");
        stack.status = `${known ? "UPDATE_" : ""}ROLLBACK_${isStuck ? "FAILED" : "COMPLETE"}`;
      }
      return { status: stack.status, changes, reasons };
    },

    destroy: (name: string): Outcome => {
      const stack = stacks.get(name);
      if (!stack) throw new Error(`There is no stack ${name}`);
      const changes = [...stack.resources].toReversed().map(([id, existing]): ReportedChange => {
        const did = account.remove(existing, existing.policies.DeletionPolicy !== "Delete");
        return { id, type: existing.physical.type, action: did };
      });
      const reasons = changes.filter(({ action }) => action === "refused").map(({ id }) => `${id} is protected`);
      stack.status = reasons.length === 0 ? "DELETE_COMPLETE" : "DELETE_FAILED";
      if (reasons.length === 0) stacks.delete(name);
      return { status: stack.status, changes, reasons };
    },
  };
}
