import { type RouteName, routes } from "../domain/api.ts";
import type { Route } from "../domain/http/route.ts";
import { accountPermissions } from "./account-permissions.ts";
import { examPermissions } from "./exam-permissions.ts";
import type { HandlerPermissions } from "./handler-permissions.ts";
import { planPermissions } from "./plan-permissions.ts";
import { practicePermissions } from "./practice-permissions.ts";
import { sharingPermissions } from "./sharing-permissions.ts";

/** In DynamoDB, a conditional write needs no permission to read. */
const ownPermissions: Record<RouteName, HandlerPermissions> = {
  ...accountPermissions,
  ...planPermissions,
  ...practicePermissions,
  ...examPermissions,
  ...sharingPermissions,
};

function addClosedAccountsCheck(name: RouteName): HandlerPermissions {
  const { access, servesClosed }: Route = routes[name];
  const permissions = ownPermissions[name];
  if (access !== "user" || servesClosed) return permissions;
  return { ...permissions, tables: { ...permissions.tables, closed_accounts: ["GetItem"] } };
}

const routeNames = Object.keys(ownPermissions).filter((name): name is RouteName => Object.hasOwn(routes, name));

export const routePermissions = Object.fromEntries(
  routeNames.map((name) => [name, addClosedAccountsCheck(name)]),
) as Record<
  // Object.fromEntries loses the type of the keys, which are all routes.
  RouteName,
  HandlerPermissions
>;
