import { maxRowsPerPage } from "../../domain/practice/progress.ts";

/**
 * Fetches a whole list. The API returns at most `maxRowsPerPage` rows per call.
 * @param keyOf returns the key of a row, after which the next call continues
 * @param first the first page, if it is known
 */
export async function fetchAllRows<Row>(
  read: (params: { after?: string }) => Promise<readonly Row[]>,
  keyOf: (row: Row) => string,
  first?: readonly Row[],
): Promise<Row[]> {
  const rows: Row[] = [];
  let page = first ?? (await read({}));
  rows.push(...page);
  // An older API returns all rows in one page, which may be longer than the limit. That page is the last.
  while (page.length === maxRowsPerPage) {
    const last = page.at(-1);
    if (last === undefined) break;
    page = await read({ after: keyOf(last) });
    rows.push(...page);
  }
  return rows;
}
