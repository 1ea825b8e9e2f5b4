import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import * as z from "zod";

const Property = z.object({ required: z.boolean().optional(), causesReplacement: z.string().optional() });
const ResourceType = z.object({
  cloudFormationType: z.string(),
  attributes: z.record(z.string(), z.unknown()),
  properties: z.record(z.string(), Property),
  primaryIdentifier: z.array(z.string()).default([]),
  cfnRefIdentifier: z.array(z.string()).optional(),
});
export type ResourceType = z.infer<typeof ResourceType>;
const Database = z.object({ schema: z.object({ resource: z.object({ entities: z.array(z.unknown()) }) }) });
const Named = z.object({ cloudFormationType: z.string() });

// CDK's command line contains this database of resource types: https://github.com/cdklabs/awscdk-service-spec
const file = join(import.meta.dirname, "../../../node_modules/aws-cdk/db.json.gz");

function loadDatabase(): ReadonlyMap<string, unknown> {
  const { schema } = Database.parse(JSON.parse(gunzipSync(readFileSync(file)).toString()));
  return new Map(schema.resource.entities.map((entity) => [Named.parse(entity).cloudFormationType, entity]));
}

let database: ReadonlyMap<string, unknown> | undefined;
const types = new Map<string, ResourceType | null>();

export function resourceType(name: string): ResourceType | null {
  const known = types.get(name);
  if (known !== undefined) return known;
  database ??= loadDatabase();
  const found = ResourceType.safeParse(database.get(name)).data ?? null;
  types.set(name, found);
  return found;
}

export const isCustom = (type: string) => type.startsWith("Custom::");

/**
 * Properties that this fake never changes, because their services refuse most changes. The registry lacks this fact:
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-cognito-userpool.html and
 * https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_UpdatePublicKey.html
 */
export const immutableProperties: Readonly<Record<string, readonly string[]>> = {
  "AWS::Cognito::UserPool": ["AliasAttributes", "UsernameAttributes", "UsernameConfiguration", "Schema"],
  "AWS::CloudFront::PublicKey": ["PublicKeyConfig"],
};
