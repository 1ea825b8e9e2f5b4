import { expect, it } from "vitest";
import { maxRowsPerPage } from "../../domain/practice/progress.ts";
import { fetchAllRows } from "../../web/src/fetch-all-rows.ts";

/** An older server returns all rows in one response. */
function serverOf(count: number, isOlder = false) {
  const asked: (string | undefined)[] = [];
  const rows = Array.from({ length: count }, (_, number) => number + 1);
  const read = async ({ after }: { after?: string }) => {
    asked.push(after);
    return isOlder ? rows : rows.slice(Number(after ?? 0)).slice(0, maxRowsPerPage);
  };
  return { asked, rows, read };
}

it.each([
  [0, [undefined]],
  [maxRowsPerPage - 1, [undefined]],
  [maxRowsPerPage, [undefined, `${maxRowsPerPage}`]],
  [2 * maxRowsPerPage + 1, [undefined, `${maxRowsPerPage}`, `${2 * maxRowsPerPage}`]],
])("fetchAllRows returns all rows in order from a server with %i rows", async (count, questions) => {
  const { asked, rows, read } = serverOf(count);
  expect(await fetchAllRows(read, String)).toEqual(rows);
  expect(asked).toEqual(questions);
});

it("fetchAllRows requests no further page if an older API returns all rows at once", async () => {
  const { asked, rows, read } = serverOf(3 * maxRowsPerPage, true);
  expect(await fetchAllRows(read, String)).toEqual(rows);
  expect(asked).toEqual([undefined]);
});
