import { invalidRequest } from "../account/failure.ts";

export type PageParameters = { limit?: number | undefined; starting_after?: string | undefined };
type Listed = { id: string };

function positionOf(members: readonly Listed[], id: string): number {
  const position = members.findIndex((member) => member.id === id);
  if (position >= 0) return position;
  throw invalidRequest(`No such object in this list: '${id}'`, { code: "resource_missing", param: "starting_after" });
}

/**
 * One page of `members`, which are in the order of the list; `limit` is 10 unless told otherwise.
 * @throws StripeFailure 400
 */
export function listPage(members: readonly Listed[], page: PageParameters, url: string): object {
  const { limit = 10, starting_after } = page;
  const start = starting_after === undefined ? 0 : positionOf(members, starting_after) + 1;
  return { object: "list", url, has_more: members.length > start + limit, data: members.slice(start, start + limit) };
}
