import { createPhysicalResource, isProtected, type PhysicalResource, requiredChange } from "./physical.ts";
import type { TemplateResource } from "./template.ts";

type Policies = Pick<TemplateResource, "DeletionPolicy" | "UpdateReplacePolicy">;
export type StackResource = { physical: PhysicalResource; policies: Policies };
export type AppliedChange = {
  id: string;
  before: StackResource | undefined;
  after: StackResource;
  action: "create" | "update" | "replace";
};
export type WantedResource = {
  stackName: string;
  id: string;
  resource: TemplateResource;
  properties: PhysicalResource["properties"];
};

export function createEmptyAccount() {
  const existing = new Map<string, PhysicalResource>();
  const secrets = new Set<string>();
  let made = 0;

  function make({ stackName, id, resource, properties }: WantedResource): PhysicalResource {
    for (const [, secret = ""] of JSON.stringify(properties).matchAll(/\{\{resolve:secretsmanager:([^:}]+)/g)) {
      if (!secrets.has(secret)) throw new Error(`${id} reads the secret ${secret}, which is not there`);
    }
    made += 1;
    const physical = createPhysicalResource(resource.Type, properties, `${stackName}-${id}-${made}`.toLowerCase());
    if (existing.has(physical.key)) throw new Error(`${physical.key} exists already`);
    existing.set(physical.key, physical);
    return physical;
  }

  return {
    /** The names of secrets that were not created by a stack. */
    secrets,
    /** Includes resources that a stack retained. */
    existing: (): readonly PhysicalResource[] => [...existing.values()],

    /** @throws Error if CloudFormation would refuse the change */
    provide: (wanted: WantedResource, before: StackResource | undefined, mayReplace: boolean): AppliedChange | null => {
      const { id, properties, resource } = wanted;
      const { DeletionPolicy, UpdateReplacePolicy, Type } = resource;
      const policies = { DeletionPolicy, UpdateReplacePolicy };
      const did = before ? requiredChange(before.physical, Type, properties) : "create";
      if (did === "none") return null;
      if (did === "replace" && !mayReplace) throw new Error(`${id} cannot be replaced while rollback is disabled`);
      if (!before || did !== "update") return { id, before, after: { physical: make(wanted), policies }, action: did };
      const physical = { ...before.physical, properties };
      existing.set(physical.key, physical);
      return { id, before, after: { physical, policies }, action: did };
    },

    restore: ({ physical }: StackResource): void => void existing.set(physical.key, physical),

    remove: ({ physical }: StackResource, isKept: boolean): "delete" | "keep" | "refused" => {
      if (isKept) return "keep";
      if (isProtected(physical)) return "refused";
      existing.delete(physical.key);
      return "delete";
    },
  };
}
