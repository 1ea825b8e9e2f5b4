import { expect, test } from "vitest";
import { fileRuleFor } from "../../../web/src/worker/file-rule.ts";

test.each([
  ["/", { kind: "app", file: "/index.html" }],
  ["/login", { kind: "app", file: "/login.html" }],
  ["/topic/health-1", { kind: "app", file: "/app.html" }],
  ["/exam/run", { kind: "app", file: "/app.html" }],
  ["/local/inbox", { kind: "network" }],
  ["/local", { kind: "network" }],
  ["/mark.svg", { kind: "network" }],
  ["/shared", { kind: "network" }],
])("for a navigation to %s, fileRuleFor returns %j", (path, rule) => {
  expect(fileRuleFor(path, true)).toEqual(rule);
});

test.each([
  ["/assets/start-1a2b.js", { kind: "app", file: "/assets/start-1a2b.js" }],
  ["/mark.svg", { kind: "app", file: "/mark.svg" }],
  ["/assets/noto-sans-arabic-wght-1a2b.woff2", { kind: "font" }],
  ["/assets/tibetan-400-1a2b.woff", { kind: "font" }],
  ["/config.json", { kind: "settings" }],
  ["/sw.js", { kind: "network" }],
  ["/local/inbox.json", { kind: "network" }],
  ["/", { kind: "network" }],
])("for a request for %s without a navigation, fileRuleFor returns %j", (path, rule) => {
  expect(fileRuleFor(path, false)).toEqual(rule);
});
