import { invalidRequest } from "./failure.ts";

type Range = { gt?: number | undefined; gte?: number | undefined; lt?: number | undefined; lte?: number | undefined };
export type PageParameters = {
  limit?: number | undefined;
  starting_after?: string | undefined;
  ending_before?: string | undefined;
  created?: number | Range | undefined;
};
type Listed = { id: string; created?: number };

function isIn(created: number, range: number | Range): boolean {
  if (typeof range === "number") return created === range;
  const { gt = Number.NEGATIVE_INFINITY, gte = gt, lt = Number.POSITIVE_INFINITY, lte = lt } = range;
  return created > gt && created >= gte && created < lt && created <= lte;
}

function positionOf(members: readonly Listed[], id: string, param: string): number {
  const position = members.findIndex((member) => member.id === id);
  if (position < 0) throw invalidRequest(`No such object in this list: '${id}'`, { code: "resource_missing", param });
  return position;
}

/**
 * One page of `members`, which are in the order of the list; `limit` is 10 unless told otherwise.
 * @throws StripeFailure 400
 */
export function listPage(members: readonly Listed[], page: PageParameters, url: string): object {
  const { limit = 10, starting_after, ending_before, created } = page;
  if (starting_after !== undefined && ending_before !== undefined) {
    throw invalidRequest("You cannot use both `starting_after` and `ending_before`.");
  }
  const matching = created === undefined ? members : members.filter((member) => isIn(member.created ?? 0, created));
  if (ending_before !== undefined) {
    const end = positionOf(matching, ending_before, "ending_before");
    const start = Math.max(0, end - limit);
    return { object: "list", url, has_more: start > 0, data: matching.slice(start, end) };
  }
  const start = starting_after === undefined ? 0 : positionOf(matching, starting_after, "starting_after") + 1;
  return { object: "list", url, has_more: matching.length > start + limit, data: matching.slice(start, start + limit) };
}
