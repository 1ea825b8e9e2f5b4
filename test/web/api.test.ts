import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { callApi, connectApi } from "../../web/src/api.ts";

const answers: Response[] = [];
const sent: (string | null)[] = [];
const profile = { id: "u1", full_name: "Asha", email: "asha@example.com", language_preference: null };
const good = () => Response.json({ profile, subscription: null });
const refused = () => Response.json({ message: "Unauthorized" }, { status: 401 });
const accessToken = vi.fn<() => Promise<string | null>>();
const renewToken = vi.fn<(token: string) => Promise<string | null>>();
const accountDeleted = vi.fn();
let session: AbortController;

beforeEach(() => {
  answers.length = 0;
  sent.length = 0;
  renewToken.mockReset();
  accountDeleted.mockReset();
  accessToken.mockReset().mockResolvedValue("old");
  session = new AbortController();
  connectApi({
    apiUrl: "http://api",
    accessToken,
    renewToken,
    getSessionSignal: () => session.signal,
    onAccountDeleted: accountDeleted,
  });
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    sent.push(new Headers(init.headers).get("authorization"));
    return answers.shift() ?? Promise.reject(new TypeError("Failed to fetch"));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("callApi repeats a call with a new token after a refused token", async () => {
  answers.push(refused(), good());
  renewToken.mockResolvedValue("new");
  expect((await callApi("get-account", {})).profile).toEqual(profile);
  expect(sent).toEqual(["Bearer old", "Bearer new"]);
  expect(renewToken.mock.calls).toEqual([["old"]]);
});

test("callApi throws unreachable if the response takes longer than the timeout", async () => {
  const timeout = new AbortController();
  const limit = vi.spyOn(AbortSignal, "timeout").mockReturnValue(timeout.signal);
  onTestFinished(() => limit.mockRestore());
  vi.stubGlobal("fetch", (_: string, { signal }: { signal: AbortSignal }) => {
    const aborted = Promise.withResolvers<Response>();
    signal.addEventListener("abort", () => aborted.reject(signal.reason));
    timeout.abort(new DOMException("The operation timed out", "TimeoutError"));
    return aborted.promise;
  });
  await expect(callApi("get-account", {})).rejects.toMatchObject({ code: "unreachable" });
  // API Gateway's limit: https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
  expect(limit.mock.calls[0]?.[0]).toBeGreaterThan(30_000);
});

test("callApi repeats a refused call only once", async () => {
  answers.push(refused(), refused(), good());
  renewToken.mockResolvedValue("new");
  await expect(callApi("get-account", {})).rejects.toMatchObject({ code: "unauthorized" });
  expect(sent).toHaveLength(2);
});

test("callApi throws unauthorized if there is no new token", async () => {
  answers.push(refused(), good());
  renewToken.mockResolvedValue(null);
  await expect(callApi("get-account", {})).rejects.toMatchObject({ code: "unauthorized" });
  expect(sent).toHaveLength(1);
});

test("callApi throws unreachable if the request for a token fails", async () => {
  answers.push(refused());
  renewToken.mockRejectedValue(new Error("NetworkError"));
  await expect(callApi("get-account", {})).rejects.toMatchObject({ code: "unreachable" });
  accessToken.mockRejectedValue(new Error("NetworkError"));
  await expect(callApi("get-account", {})).rejects.toMatchObject({ code: "unreachable" });
});

test("callApi sends no call that needs a token if no learner is logged in", async () => {
  accessToken.mockResolvedValue(null);
  await expect(callApi("get-account", {})).rejects.toMatchObject({ code: "unauthorized" });
  expect([sent, renewToken.mock.calls]).toEqual([[], []]);
});

function changeLearner(): void {
  session.abort();
  session = new AbortController();
}

test("callApi sends no call if the session changes during the wait for the token", async () => {
  accessToken.mockImplementation(async () => {
    changeLearner();
    return "another's";
  });
  await expect(callApi("get-account", {})).rejects.toMatchObject({ code: "unauthorized" });
  expect(sent).toEqual([]);
});

test("callApi does not repeat a refused call with another learner's token", async () => {
  answers.push(refused(), good());
  renewToken.mockImplementation(async () => {
    changeLearner();
    return "another's";
  });
  await expect(callApi("get-account", {})).rejects.toMatchObject({ code: "unauthorized" });
  expect(sent).toEqual(["Bearer old"]);
});

test("callApi aborts a call when its session ends", async () => {
  const onItsWay = Promise.withResolvers<void>();
  vi.stubGlobal("fetch", (_: string, { signal }: RequestInit) => {
    onItsWay.resolve();
    return new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
  });
  const call = callApi("get-account", {});
  await onItsWay.promise;
  changeLearner();
  await expect(call).rejects.toMatchObject({ code: "unauthorized" });
});

test("callApi reports a deleted account, and requests no new token", async () => {
  answers.push(Response.json({ code: "user_gone", message: "This account has been deleted." }, { status: 401 }));
  await expect(callApi("get-account", {})).rejects.toMatchObject({ code: "user_gone" });
  expect([accountDeleted.mock.calls.length, renewToken.mock.calls]).toEqual([1, []]);
});

test("callApi sends a public call without a token", async () => {
  answers.push(refused());
  await expect(callApi("check-user-provider", { body: { email_to_check: "a@b.co" } })).rejects.toMatchObject({
    code: "unauthorized",
  });
  expect([sent, renewToken.mock.calls]).toEqual([[null], []]);
});

test("callApi reports too many calls with the API's message or a default message", async () => {
  const code = "too_many_requests";
  answers.push(Response.json({ code, message: "You have sent 5 messages." }, { status: 429 }));
  await expect(callApi("get-account", {})).rejects.toMatchObject({ code, message: "You have sent 5 messages." });
  answers.push(Response.json({ message: "Too Many Requests" }, { status: 429 }));
  const message = "Too many requests. Please wait a few minutes.";
  await expect(callApi("get-account", {})).rejects.toMatchObject({ code, message });
});

test("callApi throws an error with a request to reload the page if the route is unknown", async () => {
  answers.push(Response.json({ message: "Not Found" }, { status: 404 }));
  const message = "This page does not match the current version of Parlance. Reload the page to continue.";
  await expect(callApi("get-account", {})).rejects.toMatchObject({ code: "no_such_route", message });
  answers.push(Response.json({ code: "profile_not_found", message: "There is no profile." }, { status: 404 }));
  await expect(callApi("get-account", {})).rejects.toMatchObject({ code: "profile_not_found" });
});
