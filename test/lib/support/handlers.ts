import type { Template } from "aws-cdk-lib/assertions";
import * as z from "zod";
import { type FoundResource, findResources, referenceOf } from "./synthesise.ts";

const Many = z.union([z.array(z.unknown()), z.unknown().transform((value) => [value])]);
const Actions = z.union([z.array(z.string()), z.string().transform((value) => [value])]);
const Statement = z.object({ Effect: z.literal("Allow"), Action: Actions, Resource: Many });
const Document = z.object({ PolicyDocument: z.object({ Statement: z.array(Statement) }) });
const Policy = z.object({ ...Document.shape, Roles: z.array(z.unknown()) });
const RoleWithPolicies = z.object({ Policies: z.array(Document).default([]) });
const Settings = z.object({
  Description: z.string(),
  Environment: z.object({ Variables: z.record(z.string(), z.unknown()) }).default({ Variables: {} }),
  Role: z.unknown(),
  LoggingConfig: z.object({ LogGroup: z.unknown() }),
});

const Join = z
  .object({ "Fn::Join": z.tuple([z.literal(""), z.array(z.unknown())]) })
  .transform((value) => value["Fn::Join"][1]);

const grantedTypes = [
  "ApiGatewayV2::Api",
  "Cognito::UserPool",
  "DynamoDB::GlobalTable",
  "Events::EventBus",
  "Logs::LogGroup",
  "S3::Bucket",
  "SES::ConfigurationSet",
  "SecretsManager::Secret",
  "SQS::Queue",
];

/** In `resource`, a path in the stack replaces a reference to a resource of `grantedTypes`. */
export type GrantedPermission = { action: string; resource: string };
export type DeployedHandler = {
  /** The path of the handler below lambdas/, without the extension. */
  handler: string;
  resource: FoundResource;
  environment: Record<string, unknown>;
  /** The logical id of the log group. */
  logGroup: string | undefined;
  permissions: GrantedPermission[];
};

function findPolicies(template: Template): { roles: string[]; statements: z.infer<typeof Statement>[] }[] {
  const inRoles = findResources(template, "AWS::IAM::Role").map(({ id, properties }) => {
    const { Policies } = RoleWithPolicies.parse(properties);
    return { roles: [id], statements: Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement) };
  });
  const beside = findResources(template, "AWS::IAM::Policy").map(({ properties }) => {
    const { PolicyDocument, Roles } = Policy.parse(properties);
    return { roles: Roles.map((role) => referenceOf(role) ?? ""), statements: PolicyDocument.Statement };
  });
  return [...inRoles, ...beside];
}

export function findDeployedHandlers(template: Template): DeployedHandler[] {
  const paths = new Map(
    grantedTypes.flatMap((type) => findResources(template, `AWS::${type}`)).map(({ id, path }) => [id, path]),
  );
  const nameOf = (resource: unknown): string => {
    const joined = Join.safeParse(resource).data;
    if (joined) return joined.map((part) => (typeof part === "string" ? part : nameOf(part))).join("");
    return paths.get(referenceOf(resource) ?? "") ?? JSON.stringify(resource);
  };
  const policies = findPolicies(template);
  return findResources(template, "AWS::Lambda::Function").map((resource) => {
    const { Description, Environment, Role, LoggingConfig } = Settings.parse(resource.properties);
    const own = policies.filter(({ roles }) => roles.includes(referenceOf(Role) ?? ""));
    const permissions = own
      .flatMap(({ statements }) => statements)
      .flatMap(({ Action, Resource }) =>
        Action.flatMap((action) => Resource.map((on) => ({ action, resource: nameOf(on) }))),
      );
    return {
      handler: Description.replace("Parlance: ", ""),
      resource,
      environment: Environment.Variables,
      logGroup: referenceOf(LoggingConfig.LogGroup) ?? undefined,
      permissions,
    };
  });
}
