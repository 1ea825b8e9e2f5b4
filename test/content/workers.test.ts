import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { startWorkers } from "../../content/workers/workers.ts";

const nowhere = new URL("file:///nowhere.ts");

function counted() {
  const told = { underWay: 0, most: 0, done: 0 };
  const work = async (input: number) => {
    told.underWay += 1;
    told.most = Math.max(told.most, told.underWay);
    await turn();
    await turn();
    told.underWay -= 1;
    told.done += 1;
    if (input < 0) throw new RangeError("below nothing");
    return input * 2;
  };
  return { told, work };
}

it("workers for a few items process one item at a time", async () => {
  const { told, work } = counted();
  const [one, other] = [startWorkers(work, nowhere, 3), startWorkers(work, nowhere, 2)];
  const all = [one.run(1), other.run(2), one.run(-1), other.run(3), one.run(4)];
  expect(await Promise.allSettled(all)).toMatchObject([
    { value: 2 },
    { value: 4 },
    { reason: new RangeError("below nothing") },
    { value: 6 },
    { value: 8 },
  ]);
  expect(told).toEqual({ underWay: 0, most: 1, done: 5 });
});

it("workers start no queued item after they have ended", async () => {
  const { told, work } = counted();
  const workers = startWorkers(work, nowhere, 2);
  const all = [workers.run(1), workers.run(2)];
  await turn();
  await workers.end();
  expect((await Promise.allSettled(all)).map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  expect(told.done).toBe(1);
});
