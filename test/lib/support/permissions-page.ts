import type { Template } from "aws-cdk-lib/assertions";
import { findDeployedHandlers, type GrantedPermission } from "./handlers.ts";

const isGrantedToAll = ({ action }: GrantedPermission) => /^(logs|xray):/.test(action);

/** Replaces, for example, `{"Ref":"AWS::Region"}` by `{Region}`. */
const formatResource = (on: string) => on.replaceAll(/\{"Ref":"(?:AWS::)?(\w+)"\}/g, "{$1}").replaceAll(/^"|"$/g, "");

function permissionsTable(template: Template): string {
  const rows = findDeployedHandlers(template).flatMap(({ handler, permissions }) => {
    const own = permissions.filter((permission) => !isGrantedToAll(permission));
    const resources = [...new Set(own.map(({ resource }) => resource))].toSorted();
    if (resources.length === 0) return [`| \`${handler}\` | nothing | |`];
    return resources.map((on) => {
      const actions = own.filter((permission) => permission.resource === on).map(({ action }) => action);
      return `| \`${handler}\` | \`${formatResource(on)}\` | ${actions.toSorted().join(", ")} |`;
    });
  });
  return ["| Handler | On | May |", "|---|---|---|", ...rows.toSorted()].join("\n");
}

export const createPermissionsPage = (template: Template): string => `# What each handler may do

\`npm run permissions\` writes this page from the template of the stage \`dev\`, and a test compares it. Other stages may have
other email addresses and signing keys. Each handler may also write to the log group of its area and send traces to X-Ray. It has no
other permissions. The page leaves out conditions. Most resources are named by their paths in the stack, and some by their ARNs. In
these names, \`*\` replaces parts that are not known in advance, such as the ids of connections. Permission to read metrics always has
the resource \`*\`.

${permissionsTable(template)}
`;
