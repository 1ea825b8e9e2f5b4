import { Refusal } from "../../domain/refusal.ts";
import { routesAt } from "../../domain/route-match.ts";
import { type Call, onHttp } from "../http.ts";

/** Refuses whatever matches no other route, and distinguishes a wrong path from a wrong method. */
export async function refuseRoute({ request }: Pick<Call<"no-such-route">, "request">): Promise<undefined> {
  const { method, path } = request;
  if (routesAt(path).length > 0) throw new Refusal("method_not_allowed", `${method} is not offered here`);
  throw new Refusal("route_not_found", "There is nothing at this address");
}

export const handler = onHttp("no-such-route", refuseRoute, {});
