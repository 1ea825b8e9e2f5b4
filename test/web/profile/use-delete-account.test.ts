import { describe, expect, test } from "vitest";
import { ApiError, type ApiErrorCode } from "../../../web/src/api.ts";
import { deleteUntilDone, retryDelaysMs } from "../../../web/src/features/profile/use-delete-account.ts";

function failing(...failures: unknown[]) {
  const waited: number[] = [];
  let calls = 0;
  const attempt = async () => {
    calls += 1;
    const failure = failures[calls - 1];
    if (failure) throw failure;
  };
  const wait = async (ms: number) => {
    waited.push(ms);
  };
  return { run: () => deleteUntilDone(attempt, wait), waited, calls: () => calls };
}

const refused = (code: ApiErrorCode) => new ApiError(code, code);

describe("the deletion of an account", () => {
  test("is requested once if nothing fails", async () => {
    const account = failing();
    await account.run();
    expect(account.calls()).toBe(1);
    expect(account.waited).toEqual([]);
  });

  test("is retried after failures that a retry may solve", async () => {
    const account = failing(refused("payments_unavailable"), refused("internal_error"), refused("unreachable"));
    await account.run();
    expect(account.calls()).toBe(4);
    expect(account.waited).toEqual([...retryDelaysMs]);
  });

  test("fails after the last retry", async () => {
    const last = refused("changed_meanwhile");
    const account = failing(...retryDelaysMs.map(() => refused("internal_error")), last);
    await expect(account.run()).rejects.toBe(last);
    expect(account.calls()).toBe(retryDelaysMs.length + 1);
  });

  test.each([refused("unauthorized"), refused("too_many_requests"), new Error("no session")])(
    "is not retried after %s",
    async (failure) => {
      const account = failing(failure);
      await expect(account.run()).rejects.toBe(failure);
      expect(account.calls()).toBe(1);
    },
  );
});
