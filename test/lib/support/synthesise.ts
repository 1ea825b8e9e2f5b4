import { join } from "node:path";
import { Template } from "aws-cdk-lib/assertions";
import * as z from "zod";
import type { StageConfig } from "../../../lib/config.ts";
import { createStackWithoutCode } from "../../../lib/stack-without-code.ts";
import { readStage } from "../../../lib/stages.ts";

const Resource = z.object({
  Type: z.string(),
  Properties: z.record(z.string(), z.unknown()).default({}),
  DependsOn: z.array(z.string()).default([]),
  DeletionPolicy: z.string().optional(),
  Metadata: z.object({ "aws:cdk:path": z.string() }).partial().default({}),
});

/** `id` is the logical id. `path` is the path in the construct tree, below the stack. */
export type FoundResource = {
  id: string;
  path: string;
  properties: Record<string, unknown>;
  dependsOn: string[];
  deletionPolicy: string | undefined;
};

export const root = join(import.meta.dirname, "../../..");

export function createStack(stage = "dev", change: Partial<StageConfig> = {}) {
  return createStackWithoutCode(stage, { ...readStage(stage), ...change });
}

function freeze(value: unknown): void {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
}

const synthesised = new Map<string, Template>();

/** Calls with equal arguments share one frozen template, because synthesis is slow. */
export function synthesise(stage = "dev", change: Partial<StageConfig> = {}): Template {
  const key = JSON.stringify([stage, change]);
  const known = synthesised.get(key);
  if (known) return known;
  const template = Template.fromStack(createStack(stage, change).stack);
  freeze(template.toJSON());
  synthesised.set(key, template);
  return template;
}

export function findResources(template: Template, type: string): FoundResource[] {
  return Object.entries(template.findResources(type)).map(([id, value]) => {
    const { Properties, DependsOn, DeletionPolicy, Metadata } = Resource.parse(value);
    const path = (Metadata["aws:cdk:path"] ?? id)
      .replace(/^parlance-[a-z]+\//, "")
      .replace(/\/(Resource|Default)$/, "");
    return { id, path, properties: Properties, dependsOn: DependsOn, deletionPolicy: DeletionPolicy };
  });
}

export function findResource(template: Template, type: string, ending = ""): FoundResource {
  const [found, ...others] = findResources(template, type).filter(({ path }) => path.endsWith(ending));
  if (!found || others.length > 0) throw new Error(`Expected one ${type} ending with "${ending}"`);
  return found;
}

export function siteOrigin(template: Template) {
  const domain = { "Fn::GetAtt": [findResource(template, "AWS::Amplify::App").id, "DefaultDomain"] };
  return { "Fn::Join": ["", ["https://main.", domain]] };
}

const Reference = z.union([
  z.object({ Ref: z.string() }).transform(({ Ref }) => Ref),
  z.object({ "Fn::GetAtt": z.tuple([z.string(), z.string()]) }).transform((value) => value["Fn::GetAtt"][0]),
]);

export function referenceOf(value: unknown): string | null {
  return Reference.safeParse(value).data ?? null;
}
