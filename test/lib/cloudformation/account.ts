import { createPhysicalResource, isProtected, type PhysicalResource, requiredChange } from "./physical.ts";
import type { TemplateResource } from "./template.ts";

type Policies = Pick<TemplateResource, "DeletionPolicy" | "UpdateReplacePolicy">;
/** A resource of a stack, with the policies that hold for it until the next update is done. */
export type StackResource = { physical: PhysicalResource; policies: Policies };
/** What was done to a resource, with what was there before. */
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

/** What is in an account and a region: names in a list, of which no service looks at what their properties hold. */
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
    /** Secrets that were stored by their names before any stack. */
    secrets,
    /** Everything that is there, of stacks or left by them. */
    existing: (): readonly PhysicalResource[] => [...existing.values()],

    /**
     * Makes a resource, or changes the one that is there; null if nothing differs.
     * @throws Error if its name is taken, a secret that it reads is missing, or its service does not change it so
     */
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

    /** Gives a resource the properties again that it had. */
    restore: ({ physical }: StackResource): void => void existing.set(physical.key, physical),

    /** Deletes a resource unless it is to be kept; answers with what came of it, "refused" by its service among them. */
    remove: ({ physical }: StackResource, isKept: boolean): "delete" | "keep" | "refused" => {
      if (isKept) return "keep";
      if (isProtected(physical)) return "refused";
      existing.delete(physical.key);
      return "delete";
    },
  };
}
