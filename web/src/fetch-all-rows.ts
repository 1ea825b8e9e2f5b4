import { maxRowsPerPage } from "../../domain/practice/progress.ts";

/** @param keyOf returns the key of a row, as the API expects the key in `after` */
export async function fetchAllRows<Row>(
  read: (params: { after?: string }) => Promise<readonly Row[]>,
  keyOf: (row: Row) => string,
  first?: readonly Row[],
): Promise<Row[]> {
  const rows: Row[] = [];
  let page = first ?? (await read({}));
  rows.push(...page);
  // A page that is longer than the limit comes from an older API, which returns all rows in one page.
  while (page.length === maxRowsPerPage) {
    const last = page.at(-1);
    if (last === undefined) break;
    page = await read({ after: keyOf(last) });
    rows.push(...page);
  }
  return rows;
}
