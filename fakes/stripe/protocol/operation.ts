import * as z from "zod/mini";
import type { Account } from "../account/account.ts";
import { invalidRequest } from "../account/failure.ts";
import type { Form } from "./form.ts";
import { listParameters, parseParameters } from "./parameters.ts";

type PageParameters = { limit?: number | undefined; starting_after?: string | undefined };
type Listed = { id: string };

function positionOf(members: readonly Listed[], id: string): number {
  const position = members.findIndex((member) => member.id === id);
  if (position >= 0) return position;
  throw invalidRequest(`No such object in this list: '${id}'`, { code: "resource_missing", param: "starting_after" });
}

function listPage(members: readonly Listed[], page: PageParameters, url: string): object {
  const { limit = 10, starting_after } = page;
  const start = starting_after === undefined ? 0 : positionOf(members, starting_after) + 1;
  return { object: "list", url, has_more: members.length > start + limit, data: members.slice(start, start + limit) };
}

/** `id` is the id in the path, or "" if the path has no id. */
export type Call = { account: Account; id: string; form: Form };

/** `run` returns a stored object, or another response such as a list. */
export type Operation = {
  method: "GET" | "POST" | "DELETE";
  /** Below /v1, for example "/customers/:id". */
  path: string;
  run: (call: Call) => object;
};

type Run<Shape extends z.core.$ZodShape> = (
  account: Account,
  parameters: z.output<z.ZodMiniObject<Shape, z.core.$strict>>,
  id: string,
) => object;

export function operation<Shape extends z.core.$ZodShape>(
  method: Operation["method"],
  path: string,
  shape: Shape,
  run: Run<Shape>,
): Operation {
  const schema = z.strictObject(shape);
  return { method, path, run: ({ account, id, form }) => run(account, parseParameters(schema, form), id) };
}

type Find<Shape extends z.core.$ZodShape> = (
  account: Account,
  parameters: z.output<z.ZodMiniObject<Shape, z.core.$strict>>,
  id: string,
) => readonly Listed[];

export function listOperation<Shape extends z.core.$ZodShape>(
  path: string,
  shape: Shape,
  find: Find<Shape>,
): Operation {
  const filters = z.strictObject(shape);
  const pages = z.object(listParameters);
  return {
    method: "GET",
    path,
    run: ({ account, id, form }) => {
      const { limit, starting_after, ...rest } = form;
      const page = parseParameters(pages, { limit, starting_after });
      return listPage(find(account, parseParameters(filters, rest), id), page, `/v1${path.replace(":id", id)}`);
    },
  };
}
