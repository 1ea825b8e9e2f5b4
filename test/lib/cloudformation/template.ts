import * as z from "zod";
import { isCustom, resourceType } from "./registry.ts";

const Json = z.record(z.string(), z.unknown());
const Resource = z.object({
  Type: z.string(),
  Properties: Json.default({}),
  DependsOn: z.union([z.string().transform((id) => [id]), z.array(z.string())]).default([]),
  DeletionPolicy: z.enum(["Delete", "Retain", "RetainExceptOnCreate"]).default("Delete"),
  UpdateReplacePolicy: z.enum(["Delete", "Retain"]).default("Delete"),
});
export type TemplateResource = z.infer<typeof Resource>;
const TemplateJson = z.object({
  Resources: z.record(z.string(), Resource),
  Parameters: z.record(z.string(), z.object({ Default: z.string() })).default({}),
  Outputs: z.record(z.string(), z.object({ Value: z.unknown() })).default({}),
  Conditions: z.never("Conditions are not known here").optional(),
});

/** A valid template without unknown references. Its resources are in the order of their creation. */
export type Template = {
  resources: ReadonlyMap<string, TemplateResource>;
  dependencies: ReadonlyMap<string, ReadonlySet<string>>;
  parameters: Readonly<Record<string, string>>;
  outputs: Readonly<Record<string, unknown>>;
};

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html */
const limits = { resources: 500, outputs: 200, parameters: 200, bytes: 1_048_576 };

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/pseudo-parameter-reference.html */
export const pseudoParameters = ["AccountId", "Partition", "Region", "StackId", "StackName", "URLSuffix"] as const;

export type Lookup = { ref: (name: string) => unknown; attribute: (id: string, name: string) => unknown };

const text = (value: unknown): string => {
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return String(value);
  throw new Error(`${JSON.stringify(value)} is no text`);
};

function substitute(given: unknown, lookup: Lookup): string {
  const [pattern, own] = typeof given === "string" ? [given, {}] : z.tuple([z.string(), Json]).parse(given);
  return pattern.replace(/\$\{(!?)([^}]+)\}/g, (_, isLiteral: string, name: string) => {
    if (isLiteral) return `\${${name}}`;
    if (Object.hasOwn(own, name)) return text(resolve(own[name], lookup));
    const [id = "", ...attribute] = name.split(".");
    return text(attribute.length === 0 ? lookup.ref(id) : lookup.attribute(id, attribute.join(".")));
  });
}

const functions: Readonly<Record<string, (given: unknown, lookup: Lookup) => unknown>> = {
  Ref: (given, { ref }) => ref(z.string().parse(given)),
  "Fn::GetAtt": (given, { attribute }) => attribute(...z.tuple([z.string(), z.string()]).parse(given)),
  "Fn::Sub": substitute,
  "Fn::Join": (given, lookup) => {
    const [separator, parts] = z.tuple([z.string(), z.unknown()]).parse(given);
    return z.array(z.unknown()).parse(resolve(parts, lookup)).map(text).join(separator);
  },
  "Fn::Split": (given, lookup) => {
    const [separator, whole] = z.tuple([z.string(), z.unknown()]).parse(given);
    return text(resolve(whole, lookup)).split(separator);
  },
  "Fn::Select": (given, lookup) => {
    const [at, list] = z.tuple([z.coerce.number(), z.unknown()]).parse(given);
    const found = z.array(z.unknown()).parse(resolve(list, lookup))[at];
    if (found === undefined) throw new Error(`Fn::Select finds nothing at ${at}`);
    return found;
  },
};

/**
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/intrinsic-function-reference.html
 */
export function resolve(value: unknown, lookup: Lookup): unknown {
  if (Array.isArray(value)) return value.map((item) => resolve(item, lookup));
  if (!(value instanceof Object)) return value;
  const entries = Object.entries(value);
  const [[name, given] = ["", undefined]] = entries;
  const isFunction = entries.length === 1 && (name === "Ref" || name.startsWith("Fn::"));
  if (!isFunction) return Object.fromEntries(entries.map(([key, item]) => [key, resolve(item, lookup)]));
  const work = functions[name];
  if (!work) throw new Error(`${name} is not known here`);
  return work(given, lookup);
}

function referencesOf(value: unknown, template: z.infer<typeof TemplateJson>, where: string, problems: string[]) {
  const found = new Set<string>();
  const standIn = "1/2-3/4-5/6-7";
  const has = (id: string) => Object.hasOwn(template.Resources, id);
  const ref = (name: string) => {
    if (has(name)) found.add(name);
    else if (!Object.hasOwn(template.Parameters, name) && !pseudoParameters.some((one) => name === `AWS::${one}`)) {
      problems.push(`${where} refers to ${name}, which is not there`);
    }
    return standIn;
  };
  const attribute = (id: string, name: string) => {
    ref(id);
    const type = template.Resources[id]?.Type;
    if (type && !isCustom(type) && !Object.hasOwn(resourceType(type)?.attributes ?? {}, name)) {
      problems.push(`${where} asks for ${name} of ${id}, which ${type} does not have`);
    }
    return standIn;
  };
  resolve(value, { ref, attribute });
  return found;
}

function propertyProblems(id: string, { Type, Properties }: TemplateResource): string[] {
  if (isCustom(Type)) return [];
  const type = resourceType(Type);
  if (!type) return [`${id} has the type ${Type}, which does not exist`];
  const unknown = Object.keys(Properties).filter((name) => !Object.hasOwn(type.properties, name));
  const missing = Object.entries(type.properties).filter(([name, { required }]) => required && !(name in Properties));
  return [
    ...unknown.map((name) => `${id} has a property ${name}, which ${Type} does not have`),
    ...missing.map(([name]) => `${id} lacks the property ${name}, which ${Type} asks for`),
  ];
}

function sortByDependency(needs: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const ordered = new Set<string>();
  const visit = (id: string, above: readonly string[]) => {
    if (ordered.has(id)) return;
    if (above.includes(id)) throw new Error(`A circle: ${[...above.slice(above.indexOf(id)), id].join(" needs ")}`);
    for (const needed of needs.get(id) ?? []) visit(needed, [...above, id]);
    ordered.add(id);
  };
  for (const id of needs.keys()) visit(id, []);
  return [...ordered];
}

/** @throws Error if the template is invalid */
export function readTemplate(json: unknown): Template {
  const template = TemplateJson.parse(json);
  const problems: string[] = [];
  const needs = new Map<string, Set<string>>();
  for (const [id, resource] of Object.entries(template.Resources)) {
    const { Properties, DependsOn } = resource;
    problems.push(...propertyProblems(id, resource));
    const references = [Properties, DependsOn.map((Ref) => ({ Ref }))];
    needs.set(id, referencesOf(references, template, id, problems));
  }
  for (const [name, { Value }] of Object.entries(template.Outputs)) referencesOf(Value, template, name, problems);
  const sizes = {
    resources: needs.size,
    outputs: Object.keys(template.Outputs).length,
    parameters: Object.keys(template.Parameters).length,
    bytes: Buffer.byteLength(JSON.stringify(json)),
  };
  for (const what of ["resources", "outputs", "parameters", "bytes"] as const) {
    if (sizes[what] > limits[what]) problems.push(`${sizes[what]} ${what} are more than ${limits[what]}`);
  }
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return {
    resources: new Map(sortByDependency(needs).map((id) => [id, Resource.parse(template.Resources[id])])),
    dependencies: needs,
    parameters: Object.fromEntries(Object.entries(template.Parameters).map(([name, { Default }]) => [name, Default])),
    outputs: Object.fromEntries(Object.entries(template.Outputs).map(([name, { Value }]) => [name, Value])),
  };
}
