import { isDeepStrictEqual } from "node:util";
import { immutableProperties, isCustom, resourceType } from "./registry.ts";

/** A resource as it is in the account. */
export type PhysicalResource = {
  /** Unlike that of anything else in the account. */
  key: string;
  type: string;
  /** What a Ref to it gives. */
  ref: string;
  properties: Readonly<Record<string, unknown>>;
};

const textsOf = (names: readonly string[], properties: Readonly<Record<string, unknown>>): string[] | null => {
  const values = names.map((name) => properties[name]);
  return names.length > 0 && values.every((value) => typeof value === "string") ? values : null;
};

/** A resource under the name that its properties give it, or else under a made-up one. */
export function createPhysicalResource(
  type: string,
  properties: Readonly<Record<string, unknown>>,
  madeUp: string,
): PhysicalResource {
  const { primaryIdentifier = [], cfnRefIdentifier } = resourceType(type) ?? {};
  const names = textsOf(primaryIdentifier, properties);
  const refs = textsOf(cfnRefIdentifier ?? primaryIdentifier, properties);
  return { key: `${type} ${names?.join("|") ?? madeUp}`, type, ref: refs?.join("|") ?? madeUp, properties };
}

/** An attribute, made up in the form of an address where its name says that it is one. */
export function attributeOf({ ref }: PhysicalResource, name: string): string {
  const host = `${ref}.${name}`.toLowerCase().replaceAll(/[^a-z0-9.-]/g, "-");
  return /(Endpoint|URL)$/.test(name) ? `https://${host}` : host;
}

/** What has to be done to a resource so that it has other properties. @throws Error if its service does none of it */
export function requiredChange(
  before: PhysicalResource,
  type: string,
  wanted: PhysicalResource["properties"],
): "none" | "update" | "replace" {
  if (before.type !== type) return "replace";
  const names = new Set([...Object.keys(before.properties), ...Object.keys(wanted)]);
  const changed = [...names].filter((name) => !isDeepStrictEqual(before.properties[name], wanted[name]));
  if (changed.length === 0) return "none";
  const fixed = changed.filter((name) => immutableProperties[type]?.includes(name));
  if (fixed.length > 0) throw new Error(`${type} never changes ${fixed.join(", ")}`);
  // A custom resource is replaced if its function answers with another id, which ours does for another secret alone.
  const replacing = isCustom(type) ? changed : changed.filter((name) => causesReplacement(type, name));
  return replacing.length > 0 ? "replace" : "update";
}

/** Whether another value makes another resource; one that may, depending on what else changes, is taken to do so. */
const causesReplacement = (type: string, property: string) =>
  (resourceType(type)?.properties[property]?.causesReplacement ?? "no") !== "no";

const hasTrue = (value: unknown, name: string): boolean =>
  Array.isArray(value)
    ? value.some((item) => hasTrue(item, name))
    : value instanceof Object && Reflect.get(value, name) === true;

/** Whether its service refuses to delete it. */
export function isProtected({ properties }: PhysicalResource): boolean {
  return properties["DeletionProtection"] === "ACTIVE" || hasTrue(properties["Replicas"], "DeletionProtectionEnabled");
}
