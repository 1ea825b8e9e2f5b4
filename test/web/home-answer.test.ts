import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { callApi, connectApi } from "../../web/src/api.ts";
import {
  dropHomeAnswer,
  fetchHome,
  readHomeExams,
  readHomePractice,
  takeHomeGrants,
} from "../../web/src/home-answer.ts";

const profile = { id: "u1", full_name: "Asha", email: "asha@example.com", language_preference: null };
const account = { profile, subscription: null };
const practice = { grants: [], progress: [], completed: [] };
const exams = { attempts: [] };
const whole = { account, exams, last_marked: null, practice };

/** The requests without a response. */
let requests: { path: string; respond: (body: unknown, status?: number) => void }[];
let session: AbortController;
const isFirst = () => ({ hasPractice: true, sessionSignal: session.signal });
const isLater = () => ({ hasPractice: false, sessionSignal: session.signal });

async function respondTo(path: string, body: unknown, status?: number): Promise<void> {
  // This loop advances no timer, unlike `vi.waitFor`.
  for (let turn = 0; turn < 100 && !requests.some((each) => each.path === path); turn += 1) await Promise.resolve();
  const [request] = requests.splice(
    requests.findIndex((each) => each.path === path),
    1,
  );
  if (!request) throw new Error(`${path} was not requested`);
  request.respond(body, status);
}

beforeEach(() => {
  vi.useFakeTimers();
  requests = [];
  session = new AbortController();
  dropHomeAnswer();
  connectApi({
    apiUrl: "",
    accessToken: async () => "token",
    renewToken: async () => null,
    getSessionSignal: () => session.signal,
    onAccountDeleted: () => undefined,
  });
  vi.stubGlobal("fetch", (path: string) => {
    const response = Promise.withResolvers<Response>();
    requests.push({ path, respond: (body, status = 200) => response.resolve(Response.json(body, { status })) });
    return response.promise;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("a /home response that was dropped during its request is not returned, even if another request follows", async () => {
  const outdated = fetchHome(isFirst());
  const listed = readHomeExams();
  dropHomeAnswer();
  const current = fetchHome(isFirst());
  await respondTo("/home", whole);
  await outdated;
  expect(await listed).toBeUndefined();
  await respondTo("/home", whole);
  await current;
  expect(await readHomeExams()).toMatchObject({ exams });
});

test("one request to /home is enough for several reads, even concurrent reads", async () => {
  const reading = fetchHome(isFirst());
  const [known, listed] = [readHomePractice(), readHomeExams()];
  await respondTo("/home", whole);
  expect(await reading).toEqual(account);
  expect(await known).toEqual(practice);
  expect(await listed).toMatchObject({ exams, last_marked: null });
  expect(await readHomePractice()).toEqual(practice);
  expect(requests).toEqual([]);
});

test("the /home response is undefined before the first request, and expires after ten seconds", async () => {
  expect([await readHomePractice(), await readHomeExams()]).toEqual([undefined, undefined]);
  const refused = fetchHome(isFirst());
  const known = readHomePractice();
  await respondTo("/home", { code: "account_closing", message: "Closing" }, 409);
  await expect(refused).rejects.toMatchObject({ code: "account_closing" });
  expect(await known).toBeUndefined();
  const reading = fetchHome(isFirst());
  await respondTo("/home", whole);
  await reading;
  vi.advanceTimersByTime(9_999);
  expect(await readHomePractice()).toEqual(practice);
  vi.advanceTimersByTime(1);
  expect([await readHomePractice(), await readHomeExams()]).toEqual([undefined, undefined]);
});

test("a second /home response without practice data replaces the exams, but not the practice data", async () => {
  const reading = fetchHome(isFirst());
  const listed = readHomeExams();
  const again = fetchHome(isLater());
  await respondTo("/home", { ...whole, exams: { attempts: [], next: "5a0c1f5e-6b0e-4c51-9e0a-5f1f6f0d7c11" } });
  await reading;
  expect(await readHomePractice()).toEqual(practice);
  await respondTo("/home?practice=none", { account, exams, last_marked: null });
  await again;
  // A read that started before the second request does not wait for that request.
  expect((await listed)?.exams).toHaveProperty("next");
  expect((await readHomeExams())?.exams).toEqual(exams);
  expect(await readHomePractice()).toEqual(practice);
});

test("the start and the end of a request that may change data discard the /home response", async () => {
  const saving = callApi("cancel-plan", {});
  const reading = fetchHome(isFirst());
  await respondTo("/home", whole);
  await reading;
  expect(await readHomePractice()).toEqual(practice);
  await respondTo("/subscription/cancel", { code: "no_active_plan", message: "No plan" }, 409);
  await expect(saving).rejects.toMatchObject({ code: "no_active_plan" });
  expect([await readHomePractice(), await readHomeExams()]).toEqual([undefined, undefined]);

  const again = fetchHome(isFirst());
  await respondTo("/home", whole);
  await again;
  void callApi("cancel-plan", {}).catch(() => undefined);
  expect(await readHomePractice()).toBeUndefined();
});

test("the start of a request that only reads does not discard the /home response", async () => {
  const reading = fetchHome(isFirst());
  await respondTo("/home", whole);
  await reading;
  void callApi("get-account", {}).catch(() => undefined);
  expect(await readHomePractice()).toEqual(practice);
});

test("the /home response is not returned after its session ends", async () => {
  const reading = fetchHome(isFirst());
  await respondTo("/home", whole);
  await reading;
  session.abort();
  expect([await readHomePractice(), await readHomeExams()]).toEqual([undefined, undefined]);
});

test.each([
  { expiresInSeconds: 3600, left: 3593 },
  { expiresInSeconds: 3, left: 1 },
])(
  "takeHomeGrants returns a grant once, and after 6.5 s reduces its lifetime of $expiresInSeconds s to $left s (minimum 1 s)",
  async ({ expiresInSeconds, left }) => {
    const folderUrl = "https://content.example/spanish/";
    const grant = { folder: "spanish/", folderUrl, query: "Signature=s", expiresInSeconds };
    const reading = fetchHome(isFirst());
    vi.advanceTimersByTime(4_000);
    await respondTo("/home", { ...whole, practice: { ...practice, grants: [grant] } });
    await reading;
    vi.advanceTimersByTime(2_500);
    expect(await takeHomeGrants()).toEqual([{ ...grant, expiresInSeconds: left }]);
    expect(await takeHomeGrants()).toEqual([]);
    expect((await readHomePractice())?.grants).toEqual([grant]);
  },
);
