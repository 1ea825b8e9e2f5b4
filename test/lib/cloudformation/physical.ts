import { isDeepStrictEqual } from "node:util";
import { immutableProperties, isCustom, resourceType } from "./registry.ts";

export type PhysicalResource = {
  /** Unique in the account. */
  key: string;
  type: string;
  ref: string;
  properties: Readonly<Record<string, unknown>>;
};

const textsOf = (names: readonly string[], properties: Readonly<Record<string, unknown>>): string[] | null => {
  const values = names.map((name) => properties[name]);
  return names.length > 0 && values.every((value) => typeof value === "string") ? values : null;
};

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

export function attributeOf({ ref }: PhysicalResource, name: string): string {
  const host = `${ref}.${name}`.toLowerCase().replaceAll(/[^a-z0-9.-]/g, "-");
  return /(Endpoint|URL)$/.test(name) ? `https://${host}` : host;
}

/** @throws Error if the service cannot make the change */
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
  // CloudFormation replaces a custom resource if its function returns another id. This fake replaces a custom resource
  // after any change of its properties.
  const replacing = isCustom(type) ? changed : changed.filter((name) => causesReplacement(type, name));
  return replacing.length > 0 ? "replace" : "update";
}

const causesReplacement = (type: string, property: string) =>
  (resourceType(type)?.properties[property]?.causesReplacement ?? "no") !== "no";

const hasTrue = (value: unknown, name: string): boolean =>
  Array.isArray(value)
    ? value.some((item) => hasTrue(item, name))
    : value instanceof Object && Reflect.get(value, name) === true;

export function isProtected({ properties }: PhysicalResource): boolean {
  return properties["DeletionProtection"] === "ACTIVE" || hasTrue(properties["Replicas"], "DeletionProtectionEnabled");
}
