import { maxRowsPerPage } from "../../domain/practice/progress.ts";

/**
 * Reads a list of which the API returns at most `mostRowsAtOnce` rows a call.
 * @param keyOf the key after which the next call continues
 */
export async function fetchAllRows<Row>(
  read: (params: { after?: string }) => Promise<readonly Row[]>,
  keyOf: (row: Row) => string,
): Promise<Row[]> {
  const rows: Row[] = [];
  let page = await read({});
  rows.push(...page);
  // An older API returns everything at once, however much that is.
  while (page.length === maxRowsPerPage) {
    const last = page.at(-1);
    if (last === undefined) break;
    page = await read({ after: keyOf(last) });
    rows.push(...page);
  }
  return rows;
}
