import * as z from "zod/mini";
import { describeUser, listAttributes } from "../pool/attributes.ts";
import { invalidParameter, notModelled } from "../pool/failure.ts";
import type { UserFilter } from "../pool/users.ts";
import { adminOperation } from "./operation.ts";

const largestPage = 60;

const Input = z.object({
  Filter: z._default(z.string().check(z.maxLength(256)), ""),
  Limit: z._default(z.int().check(z.gte(0), z.lte(largestPage)), largestPage),
  PaginationToken: z._default(z.string(), ""),
  AttributesToGet: z.optional(z.array(z.string())),
});

function parseFilter(filter: string): UserFilter | null {
  if (filter.trim() === "") return null;
  const [, field, operator, quoted = ""] = /^\s*([\w:]+)\s*(=|\^=)\s*"((?:[^"\\]|\\.)*)"\s*$/.exec(filter) ?? [];
  if (!field) throw invalidParameter("Error while parsing filter.");
  const value = quoted.replace(/\\(.)/g, "$1");
  if (operator === "=" && (field === "email" || field === "sub" || field === "username")) return { field, value };
  throw notModelled(`the filter ${field} ${operator}`);
}

function parsePage(token: string): number {
  if (token === "") return 0;
  if (!/^\d{1,9}$/.test(token)) throw invalidParameter("Invalid pagination token given.");
  return Number(token);
}

export const listUsers = adminOperation(Input, ({ Filter, Limit, PaginationToken, AttributesToGet }, { users }) => {
  const limit = Limit || largestPage;
  const skip = parsePage(PaginationToken);
  const found = users.list(parseFilter(Filter), limit + 1, skip);
  const page = found.slice(0, limit);
  return {
    Users: page.map((user) => ({
      ...describeUser(user),
      Attributes: listAttributes(user.attributes).filter(({ Name }) => AttributesToGet?.includes(Name) ?? true),
    })),
    ...(found.length > limit && { PaginationToken: String(skip + limit) }),
  };
});
