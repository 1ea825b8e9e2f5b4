import { describe, expect, it } from "vitest";
import type { ContentGrant } from "../../../domain/practice/content-grant.ts";
import { createGrantCache } from "../../../web/src/features/content/internal/grant-cache.ts";

const minute = 60_000;
const example = "nepali/example/a.mp3";

function grant(folder: string, expiresInSeconds = 3600): ContentGrant {
  return { folder, folderUrl: `https://content.test/${folder}`, query: "Signature=x", expiresInSeconds };
}

function openKeeper(answers: (ContentGrant[] | Error)[]) {
  const clock = { wall: 1_800_000_000_000, steady: 0 };
  let asked = 0;
  const paths: string[] = [];
  let basis = "free";
  const request = async (path: string) => {
    paths.push(path);
    const answer = answers[Math.min(asked, answers.length - 1)];
    asked += 1;
    await new Promise((resolve) => setImmediate(resolve));
    if (answer instanceof Error || answer === undefined) throw answer;
    return answer;
  };
  const keeper = createGrantCache({ request, basis: () => basis, now: () => ({ ...clock }) });
  const pass = (ms: number, { asleep = false } = {}) => {
    clock.wall += ms;
    if (!asleep) clock.steady += ms;
  };
  const changeBasis = (next: string) => {
    basis = next;
  };
  return { keeper, clock, pass, asked: () => asked, paths, changeBasis };
}

describe("the grant cache", () => {
  it("requests one grant for several files of a folder, even for concurrent calls", async () => {
    const { keeper, asked } = openKeeper([[grant("nepali/example/")]]);
    const [a, b] = await Promise.all([keeper.grantFor(example), keeper.grantFor("nepali/example/b.mp3")]);
    expect(a).toBe(b);
    expect(a?.query).toBe("Signature=x");
    await keeper.grantFor(example);
    expect(asked()).toBe(1);
  });

  it("requests grants again before it returns null for a folder without a grant", async () => {
    const { keeper, asked } = openKeeper([[grant("nepali/example/")], [grant("nepali/example/"), grant("spanish/")]]);
    await keeper.grantFor(example);
    expect(await keeper.grantFor("arabic/a.mp3")).toBeNull();
    expect(await keeper.grantFor("spanish/a.mp3")).toMatchObject({ folder: "spanish/" });
    expect(asked()).toBe(2);
  });

  it("renews a grant five minutes before its expiry without delaying a call", async () => {
    const { keeper, pass, asked } = openKeeper([[grant("nepali/example/")]]);
    const first = await keeper.grantFor(example);
    pass(55 * minute - 1);
    await keeper.renewIfDue();
    expect(asked()).toBe(1);
    pass(1);
    expect(await keeper.grantFor(example)).toBe(first);
    expect(asked()).toBe(2);
    await expect.poll(() => keeper.grantFor(example)).not.toBe(first);
  });

  it("requests grants with the path of the file, and renews them with the most recent path", async () => {
    const both = [grant("nepali/example/"), grant("spanish/"), grant("arabic/")];
    const { keeper, pass, paths } = openKeeper([[grant("spanish/")], both]);
    await keeper.grantFor("spanish/a.mp3");
    await keeper.grantFor("arabic/a.mp3");
    await keeper.grantFor("spanish/b.mp3");
    pass(56 * minute);
    await keeper.renewIfDue();
    expect(paths).toEqual(["spanish/a.mp3", "arabic/a.mp3", "spanish/b.mp3"]);
  });

  it("renews a short grant after half of its time", async () => {
    const { keeper, pass, asked } = openKeeper([[grant("nepali/example/", 60)]]);
    await keeper.grantFor(example);
    pass(30_000);
    await keeper.renewIfDue();
    expect(asked()).toBe(2);
  });

  it.each([
    ["the computer slept and the steady clock paused", { asleep: true }, 0],
    ["the wall clock was set back", {}, -2 * 60 * minute],
  ])("treats a grant as expired after an hour even if %s", async (_, passing, setWallBy) => {
    const { keeper, clock, pass, asked } = openKeeper([[grant("nepali/example/")]]);
    const first = await keeper.grantFor(example);
    pass(60 * minute, passing);
    clock.wall += setWallBy;
    expect(await keeper.grantFor(example)).not.toBe(first);
    expect(asked()).toBe(2);
  });

  it("returns a grant until it expires, even if the renewal fails", async () => {
    const offline = new Error("offline");
    const { keeper, pass } = openKeeper([[grant("nepali/example/")], offline]);
    const first = await keeper.grantFor(example);
    pass(58 * minute);
    await keeper.renewIfDue();
    expect(await keeper.grantFor(example)).toBe(first);
    pass(2 * minute);
    await expect(keeper.grantFor(example)).rejects.toBe(offline);
  });

  it("requests one new grant after one grant is invalidated twice", async () => {
    const { keeper, asked } = openKeeper([[grant("nepali/example/")]]);
    const refused = await keeper.grantFor(example);
    if (!refused) throw new Error("There is no grant");
    keeper.invalidate(refused);
    const fresh = await keeper.grantFor(example);
    keeper.invalidate(refused);
    expect(await keeper.grantFor(example)).toBe(fresh);
    expect(asked()).toBe(2);
  });

  it("requests a new grant after the plan changes", async () => {
    const { keeper, asked, changeBasis } = openKeeper([[grant("nepali/example/")], [grant("nepali/")]]);
    expect(await keeper.grantFor(example)).toMatchObject({ folder: "nepali/example/" });
    changeBasis("pro");
    expect(await keeper.grantFor(example)).toMatchObject({ folder: "nepali/" });
    await keeper.renewIfDue();
    expect(asked()).toBe(2);
  });

  it("does not cache a response that was requested before the plan changed", async () => {
    const { keeper, asked, changeBasis } = openKeeper([[grant("nepali/example/")], [grant("arabic/")]]);
    const early = keeper.grantFor("arabic/a.mp3");
    changeBasis("pro");
    expect(await early).toMatchObject({ folder: "arabic/" });
    expect(await keeper.grantFor("arabic/b.mp3")).toMatchObject({ folder: "arabic/" });
    expect(asked()).toBe(2);
  });
});
