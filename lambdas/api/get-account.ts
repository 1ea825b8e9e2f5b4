import { accountRoutes } from "../../domain/accounts/account-routes.ts";
import { type AccountServices, readAccount } from "../home/read-account.ts";
import { onHttp, type RouteCall } from "../http.ts";
import { accountProviders } from "../services.ts";

export async function getAccount({ caller }: Pick<RouteCall<"get-account">, "caller">, services: AccountServices) {
  return readAccount(caller, services);
}

export const handler = onHttp(accountRoutes, "get-account", getAccount, accountProviders);
