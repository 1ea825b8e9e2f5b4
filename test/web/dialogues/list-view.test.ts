import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { topicIds } from "../../../domain/content/scenario.ts";
import type { DialogueStatus } from "../../../domain/practice/dialogue-status.ts";
import {
  clampView,
  filterByView,
  type ListView,
  listOrders,
  pageCount,
  pageNumbers,
  pageSize,
  statusChoices,
  toggleTopic,
} from "../../../web/src/features/dialogues/list-view.ts";

const allOf = (topics: ListView["topics"]) => ({ topics, status: "all", search: "" }) as const;

const topic = fc.constantFrom(...topicIds);
const views: fc.Arbitrary<ListView> = fc.record({
  topics: fc.uniqueArray(topic),
  status: fc.constantFrom(...statusChoices),
  search: fc.constantFrom("", "a", "b"),
  order: fc.constantFrom(...listOrders),
  page: fc.integer({ min: -2, max: 40 }),
});
const status = fc.constantFrom<DialogueStatus>(
  { kind: "new" },
  { kind: "completed", practisedAt: "2026-11-21T09:00:00Z" },
);
const lists = fc.uniqueArray(topic, { minLength: 1 }).chain((ids) =>
  fc
    .array(fc.record({ title: fc.constantFrom("a", "b"), topicId: fc.constantFrom(...ids), status }), {
      maxLength: 80,
    })
    .map((scenarios) => ({ topics: ids.map((id) => ({ id })), scenarios })),
);

describe("the view of the list", () => {
  it("returns to page 1 when a topic is toggled", () => {
    fc.assert(
      fc.property(views, topic, (view, toggled) => {
        const once = toggleTopic(view, toggled);
        expect(once.page).toBe(1);
        expect(once.topics.includes(toggled)).toBe(!view.topics.includes(toggled));
        expect(new Set(toggleTopic(once, toggled).topics)).toEqual(new Set(view.topics));
      }),
    );
  });

  it("is limited by clampView to existing topics and an existing page", () => {
    fc.assert(
      fc.property(views, lists, (view, list) => {
        const healed = clampView(view, list);
        const ids = list.topics.map(({ id }) => id);
        expect(healed.topics).toEqual(view.topics.filter((id) => ids.includes(id)));
        const shown = filterByView(list.scenarios, healed);
        const page = shown.slice((healed.page - 1) * pageSize, healed.page * pageSize);
        expect(page.length > 0 || (shown.length === 0 && healed.page === 1)).toBe(true);
        expect(clampView(healed, list)).toBe(healed);
      }),
    );
  });

  it("is not changed by clampView if its topics and its page exist", () => {
    const scenarios = Array.from({ length: 15 }, () => ({
      title: "Diabetes",
      topicId: "health" as const,
      status: { kind: "new" } as const,
    }));
    const list = { topics: [{ id: "health" as const }], scenarios };
    const view: ListView = { ...allOf(["health"]), order: "default", page: 3 };
    expect(clampView(view, list)).toBe(view);
    expect(clampView({ ...view, topics: ["health", "legal"], page: 4 }, list)).toEqual(view);
  });
});

test("filterByView returns the dialogues that match every filter", () => {
  const completed: DialogueStatus = { kind: "completed", practisedAt: "2026-11-21T09:00:00Z" };
  const begun: DialogueStatus = {
    kind: "begun",
    progress: { done: 1, total: 9 },
    practisedAt: "2026-11-21T09:00:00Z",
    resumeIndex: 1,
  };
  const scenarios = [
    { id: "health-1", title: "Living with diabetes", topicId: "health", status: completed },
    { id: "health-2", title: "Gallstone surgery", topicId: "health", status: begun },
    { id: "legal-1", title: "Living in a café", topicId: "legal", status: { kind: "new" } },
  ] as const;
  const ids = (view: Partial<ListView>) => filterByView(scenarios, { ...allOf([]), ...view }).map(({ id }) => id);
  expect(ids({})).toEqual(["health-1", "health-2", "legal-1"]);
  expect(ids({ status: "new" })).toEqual(["legal-1"]);
  expect(ids({ status: "begun" })).toEqual(["health-2"]);
  expect(ids({ status: "completed" })).toEqual(["health-1"]);
  expect(ids({ search: "living" })).toEqual(["health-1", "legal-1"]);
  expect(ids({ search: "CAFE living" })).toEqual(["legal-1"]);
  expect(ids({ search: "living", topics: ["health"] })).toEqual(["health-1"]);
  expect(ids({ search: "living", status: "begun" })).toEqual([]);
});

test.each([
  [0, 1],
  [1, 1],
  [7, 1],
  [8, 2],
  [60, 9],
])("pageCount for a list of length %i returns %i", (dialogues, pages) => expect(pageCount(dialogues)).toBe(pages));

describe("page numbers", () => {
  test.each([
    [1, 4, [1, 2, 3, 4]],
    [7, 7, [1, 2, 3, 4, 5, 6, 7]],
    [1, 9, [1, 2, 3, 4, 5, "gap", 9]],
    [4, 9, [1, 2, 3, 4, 5, "gap", 9]],
    [5, 9, [1, "gap", 4, 5, 6, "gap", 9]],
    [6, 9, [1, "gap", 5, 6, 7, 8, 9]],
    [9, 9, [1, "gap", 5, 6, 7, 8, 9]],
    [2, 8, [1, 2, 3, 4, 5, "gap", 8]],
  ])("for page %i of %i are %j", (page, pages, numbers) => expect(pageNumbers(page, pages)).toEqual(numbers));

  test("are in rising order, and include the first page, the last page and the current page's neighbours", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.nat(), (pages, seed) => {
        const page = 1 + (seed % pages);
        const shown = pageNumbers(page, pages);
        const numbers = shown.filter((number) => number !== "gap");
        expect(shown.length).toBe(Math.min(pages, 7));
        expect(numbers).toEqual([...new Set(numbers)].sort((one, two) => one - two));
        for (const wanted of [1, pages, page, Math.max(1, page - 1), Math.min(pages, page + 1)]) {
          expect(numbers).toContain(wanted);
        }
        for (const [at, number] of shown.entries()) {
          const [before, after] = [shown[at - 1], shown[at + 1]];
          if (number !== "gap" || typeof before !== "number" || typeof after !== "number") continue;
          expect(after - before).toBeGreaterThan(2);
        }
      }),
    );
  });
});
