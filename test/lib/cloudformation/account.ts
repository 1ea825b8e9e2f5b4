import { changeTo, isProtected, type Physical, physicalOf } from "./physical.ts";
import type { TemplateResource } from "./template.ts";

type Policies = Pick<TemplateResource, "DeletionPolicy" | "UpdateReplacePolicy">;
/** A resource of a stack, with the policies that hold for it until the next update is done. */
export type Held = { physical: Physical; policies: Policies };
/** What was done to a resource, with what was there before. */
export type Done = { id: string; before: Held | undefined; after: Held; did: "create" | "update" | "replace" };
export type Wanted = { stackName: string; id: string; resource: TemplateResource; properties: Physical["properties"] };

/** What is in an account and a region: names in a list, of which no service looks at what their properties hold. */
export function emptyAccount() {
  const existing = new Map<string, Physical>();
  const secrets = new Set<string>();
  let made = 0;

  function make({ stackName, id, resource, properties }: Wanted): Physical {
    for (const [, secret = ""] of JSON.stringify(properties).matchAll(/\{\{resolve:secretsmanager:([^:}]+)/g)) {
      if (!secrets.has(secret)) throw new Error(`${id} reads the secret ${secret}, which is not there`);
    }
    made += 1;
    const physical = physicalOf(resource.Type, properties, `${stackName}-${id}-${made}`.toLowerCase());
    if (existing.has(physical.key)) throw new Error(`${physical.key} exists already`);
    existing.set(physical.key, physical);
    return physical;
  }

  return {
    /** Secrets that were stored by their names before any stack. */
    secrets,
    /** Everything that is there, of stacks or left by them. */
    existing: (): readonly Physical[] => [...existing.values()],

    /**
     * Makes a resource, or changes the one that is there; null if nothing differs.
     * @throws Error if its name is taken, a secret that it reads is missing, or its service does not change it so
     */
    provide: (wanted: Wanted, before: Held | undefined, mayReplace: boolean): Done | null => {
      const { id, properties, resource } = wanted;
      const { DeletionPolicy, UpdateReplacePolicy, Type } = resource;
      const policies = { DeletionPolicy, UpdateReplacePolicy };
      const did = before ? changeTo(before.physical, Type, properties) : "create";
      if (did === "none") return null;
      if (did === "replace" && !mayReplace) throw new Error(`${id} cannot be replaced while rollback is disabled`);
      if (!before || did !== "update") return { id, before, after: { physical: make(wanted), policies }, did };
      const physical = { ...before.physical, properties };
      existing.set(physical.key, physical);
      return { id, before, after: { physical, policies }, did };
    },

    /** Gives a resource the properties again that it had. */
    restore: ({ physical }: Held): void => void existing.set(physical.key, physical),

    /** Deletes a resource unless it is to be kept; answers with what came of it, "refused" by its service among them. */
    remove: ({ physical }: Held, isKept: boolean): "delete" | "keep" | "refused" => {
      if (isKept) return "keep";
      if (isProtected(physical)) return "refused";
      existing.delete(physical.key);
      return "delete";
    },
  };
}
