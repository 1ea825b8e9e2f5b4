import { expect, it } from "vitest";
import { mostRowsAtOnce } from "../../domain/practice/progress.ts";
import { readAllRows } from "../../web/src/all-rows.ts";

/** An API with so many rows, numbered from 1, that notes what it was asked; an older one returns all rows at once. */
function serverOf(count: number, isOlder = false) {
  const asked: (string | undefined)[] = [];
  const rows = Array.from({ length: count }, (_, number) => number + 1);
  const read = async ({ after }: { after?: string }) => {
    asked.push(after);
    return isOlder ? rows : rows.slice(Number(after ?? 0)).slice(0, mostRowsAtOnce);
  };
  return { asked, rows, read };
}

it.each([
  [0, [undefined]],
  [mostRowsAtOnce - 1, [undefined]],
  [mostRowsAtOnce, [undefined, `${mostRowsAtOnce}`]],
  [2 * mostRowsAtOnce + 1, [undefined, `${mostRowsAtOnce}`, `${2 * mostRowsAtOnce}`]],
])("reads %i rows page after page, each once", async (count, questions) => {
  const { asked, rows, read } = serverOf(count);
  expect(await readAllRows(read, String)).toEqual(rows);
  expect(asked).toEqual(questions);
});

it("takes everything that an older API returns at once, and asks no more", async () => {
  const { asked, rows, read } = serverOf(3 * mostRowsAtOnce, true);
  expect(await readAllRows(read, String)).toEqual(rows);
  expect(asked).toEqual([undefined]);
});
