import { once } from "node:events";
import { connect } from "node:net";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import * as z from "zod/mini";
import type { Problem } from "../../content/checking/check-pack.ts";
import { PublishError } from "../../content/publishing/publish-error.ts";
import { openState } from "../../fakes/foundation/state.ts";
import { type Inbox, openInbox } from "../../fakes/ses/inbox.ts";
import { createClock, type MovableClock } from "../../local/clock.ts";
import { localPages } from "../../local/local-pages.ts";
import { startWebServer } from "../../local/web-server.ts";

const hour = 3_600_000;
let origin: string;
let inbox: Inbox;
let clock: MovableClock;
let receivedRequests: string[];
let contentProblems: Problem[];
beforeEach(async () => {
  contentProblems = [];
  receivedRequests = [];
  const state = openState(":memory:");
  [inbox, clock] = [openInbox(state), createClock(state)];
  const addresses = () => ({ Web: "http://localhost:5173", "<API>": "http://localhost:5174/?a&b" });
  const server = await startWebServer({
    port: 0,
    hot: false,
    connectOrigins: () => [],
    mediaOrigins: () => [],
    config: async () => ({}),
    localPages: localPages({
      inbox,
      clock,
      addresses,
      settle: async () => {
        receivedRequests.push(`settle at ${clock.now().toISOString().slice(0, 10)}`);
      },
      runExpiry: async () => {
        receivedRequests.push("expiry");
        return { downgraded: 2 };
      },
      runCanary: async () => {
        receivedRequests.push("canary");
        return { example: "heard" };
      },
      loadContent: async () => {
        receivedRequests.push("content");
        if (contentProblems.length > 0)
          throw new PublishError(
            "pack_faulty",
            `The pack has problems:\n${contentProblems.map(({ path, problem }) => `${path}: ${problem}`).join("\n")}`,
          );
        return { uploaded: 3, unchanged: 1, removed: 0 };
      },
      preview: () => null,
    }),
  });
  onTestFinished(server.close);
  origin = server.url;
});

const json = { "content-type": "application/json" };
const form = { "content-type": "application/x-www-form-urlencoded" };
const post = (body: string, headers: Record<string, string> = json) =>
  fetch(`${origin}/local/clock`, { method: "POST", headers, body });
/** In ms, rounded to seconds, because time passes between the two readings. Adding 0 turns -0 into 0. */
const offset = () => Math.round((clock.now().getTime() - Date.now()) / 1000) * 1000 + 0;

async function readPage(response: Response): Promise<string> {
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(response.headers.get("cache-control")).toBe("no-store");
  return response.text();
}
const page = async (path: string) => readPage(await fetch(`${origin}${path}`));

test("the index of local pages links to the inbox and clock, and escapes server names and URLs", async () => {
  const html = await page("/local");
  for (const link of ["/local/inbox", "/local/inbox.json", "/local/clock"]) {
    expect(html).toContain(`href="${link}"`);
    expect((await fetch(`${origin}${link}`)).status).toBe(200);
  }
  expect(html).toContain("<dt>Web</dt><dd>http://localhost:5173</dd>");
  expect(html).toContain("<dt>&lt;API&gt;</dt><dd>http://localhost:5174/?a&amp;b</dd>");
});

describe("the inbox", () => {
  const mail = { to: "asha@example.com", subject: "Your code", text: "Code 123456", html: "<p>123456</p>" };

  test("reports that there is no mail yet", async () => {
    expect(await page("/local/inbox")).toContain("No email has been sent yet.");
    expect(await (await fetch(`${origin}/local/inbox.json`)).json()).toEqual([]);
  });

  test("escapes HTML in the address, subject and text of mail", async () => {
    inbox.deliver({
      ...mail,
      to: '"<i>"@x',
      subject: "<script>alert(1)</script>",
      text: "</pre><img src=x onerror=alert(1)>&amp;",
    });
    const html = await page("/local/inbox");
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
    expect(html).toContain("&lt;/pre&gt;&lt;img src=x onerror=alert(1)&gt;&amp;amp;");
    expect(html).toContain("&quot;&lt;i&gt;&quot;@x");
    expect(html).not.toMatch(/<script|<img|<i>/);
  });

  test("returns all mail newest first, or the mail of one address, as JSON", async () => {
    inbox.deliver(mail);
    inbox.deliver({ ...mail, to: "usha+1@example.com", subject: "Another" });
    const all = await fetch(`${origin}/local/inbox.json`);
    expect(all.headers.get("content-type")).toBe("application/json");
    expect(await all.json()).toEqual([
      { ...mail, to: "usha+1@example.com", subject: "Another", at: expect.any(String) },
      { ...mail, at: expect.any(String) },
    ]);
    const one = await fetch(`${origin}/local/inbox.json?to=${encodeURIComponent("USHA+1@example.com")}`);
    expect(await one.json()).toMatchObject([{ subject: "Another" }]);
    expect(await page("/local/inbox?to=asha@example.com")).not.toContain("Another");
  });

  test("does not let a page of another origin read the mail", async () => {
    const response = await fetch(`${origin}/local/inbox.json`, { headers: { origin: "http://evil.example" } });
    expect(response.headers.get("access-control-allow-origin")).toBeNull();
  });
});

test("POST /local/run/expiry runs the expiry, and returns its result", async () => {
  const response = await fetch(`${origin}/local/run/expiry`, { method: "POST" });
  expect([response.status, await response.json()]).toEqual([200, { downgraded: 2 }]);
  expect(receivedRequests).toEqual(["expiry"]);
  expect((await fetch(`${origin}/local/run/expiry`)).status).toBe(404);
});

test("POST /local/run/canary runs the canary, and returns its result", async () => {
  const response = await fetch(`${origin}/local/run/canary`, { method: "POST" });
  expect([response.status, await response.json()]).toEqual([200, { example: "heard" }]);
  expect(receivedRequests).toEqual(["canary"]);
});

test("POST /local/content loads the content, and reports its problems", async () => {
  const load = (headers: Record<string, string> = {}) => fetch(`${origin}/local/content`, { method: "POST", headers });
  const loaded = await load();
  expect([loaded.status, await loaded.json()]).toEqual([200, { uploaded: 3, unchanged: 1, removed: 0 }]);
  contentProblems = [{ path: "hindi/metadata.json", problem: "is not JSON" }];
  const refused = await load();
  expect(refused.status).toBe(409);
  expect(await refused.json()).toEqual({ message: expect.stringContaining("hindi/metadata.json: is not JSON") });
  expect((await load({ origin: "http://evil.example" })).status).toBe(403);
  expect(receivedRequests).toEqual(["content", "content"]);
});

describe("the clock", () => {
  test("requests the due tasks at its new time before it responds to a move", async () => {
    await post(JSON.stringify({ advance: "P35D" }));
    expect(receivedRequests).toEqual([`settle at ${clock.now().toISOString().slice(0, 10)}`]);
  });

  test("is shown on its page, and is moved by a JSON request", async () => {
    const response = await post('{"advance": "PT1H"}');
    expect(response.status).toBe(200);
    const { now } = z.object({ now: z.iso.datetime() }).parse(await response.json());
    expect(Date.parse(now)).toBeGreaterThanOrEqual(Date.now() + hour - 1000);
    expect(await page("/local/clock")).toContain(now.slice(0, 13));
    await post('{"advance": "PT1H"}');
    expect(offset()).toBe(2 * hour);
  });

  test("is moved by the form on its page", async () => {
    const html = await page("/local/clock");
    expect(html).toMatch(/<form method="post">.*name="advance"/s);
    expect(await readPage(await post("advance=PT1H", { ...form, origin }))).toContain(
      clock.now().toISOString().slice(0, 13),
    );
    expect(offset()).toBe(hour);
  });

  test.each([
    ["", json],
    ["{", json],
    ["null", json],
    ["[]", json],
    ["{}", json],
    ['"PT1H"', json],
    ['{"advance": 3600000}', json],
    ['{"advance": null}', json],
    ['{"advance": "-PT1H"}', json],
    ['{"advance": "P1Y"}', json],
    ['{"advance": "P9999999D"}', json],
    [`{"advance": "P${"9".repeat(400)}D"}`, json],
    ["advance=", form],
    ["advance=tomorrow", form],
    ["advance=P9999999D", form],
    ["", form],
  ])("refuses the request body %j", async (body, headers) => {
    const response = await post(body, headers);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ message: expect.any(String) });
    expect(offset()).toBe(0);
    expect((await fetch(`${origin}/local/clock`)).status).toBe(200);
  });

  test.each(["http://evil.example", "null", "http://localhost:1"])(
    "refuses to move for a page of the origin %s",
    async (foreign) => {
      for (const headers of [json, form]) {
        expect((await post('{"advance": "PT1H"}', { ...headers, origin: foreign })).status).toBe(403);
      }
      expect(offset()).toBe(0);
    },
  );

  test("responds after an aborted request", async () => {
    const socket = connect(Number(new URL(origin).port), "127.0.0.1");
    socket.write(
      "POST /local/clock HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 100\r\n\r\n{",
    );
    await once(socket, "data");
    socket.destroy();
    await once(socket, "close");
    expect((await post('{"advance": "PT1H"}')).status).toBe(200);
  });
});

test.each([
  ["GET", "/local/nothing"],
  ["GET", "/local/preview"],
  ["GET", "/local/content"],
  ["POST", "/local"],
  ["POST", "/local/inbox"],
  ["DELETE", "/local/inbox.json"],
  ["PUT", "/local/clock"],
])("without a preview, %s %s returns 404", async (method, path) => {
  const response = await fetch(`${origin}${path}`, { method });
  expect(response.status).toBe(404);
  expect(await response.json()).toEqual({ message: "There is nothing here. See /local" });
});
