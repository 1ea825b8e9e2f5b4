import { expect, test } from "vitest";
import { findGrantFaults } from "./support/check-grants.ts";

const grants = { reader: ["Get", "Put"].map((action) => ({ action, resource: "notes" })) };
const [get, put] = ["reader: Get on notes", "reader: Put on notes"];

test("findGrantFaults returns nothing if all grants are used", () => {
  expect(findGrantFaults(grants, { used: [get, put], refused: [] }, {})).toEqual([]);
});

test("findGrantFaults reports an unused grant if no reason is given", () => {
  const report = { used: [get], refused: [] };
  expect(findGrantFaults(grants, report, {})).toEqual([expect.stringContaining(put)]);
  expect(findGrantFaults(grants, report, { [put]: "Only a table that was lost is written anew." })).toEqual([]);
});

test("findGrantFaults reports a used or missing grant for which a reason is given", () => {
  const report = { used: [get, put], refused: [] };
  expect(findGrantFaults(grants, report, { [get]: "Of old.", "reader: Drop on notes": "Of old." })).toEqual([
    expect.stringMatching(/reader: Get on notes\n.*reader: Drop on notes/),
  ]);
});

test("findGrantFaults reports an action once if it was refused twice", () => {
  const [fault, ...others] = findGrantFaults(grants, { used: [get, put], refused: ["no Drop", "no Drop"] }, {});
  expect(fault?.match(/no Drop/g)).toHaveLength(1);
  expect(others).toEqual([]);
});

test("findGrantFaults ignores the refusal of a presigned address", () => {
  const refused = ["holder of a presigned address is not authorized to perform: s3:PutObject"];
  expect(findGrantFaults(grants, { used: [get, put], refused }, {})).toEqual([]);
});
