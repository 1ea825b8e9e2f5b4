import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as services from "../../lambdas/services.ts";
import { type Needs, routeNeeds, triggerNeeds } from "../../lib/needs.ts";
import { deployedHandlers } from "./handlers.ts";
import { root, synthesise } from "./synthesise.ts";

const handlers = deployedHandlers(synthesise());
const needsOf: Readonly<Record<string, Needs>> = Object.fromEntries([
  ...Object.entries(routeNeeds).map(([name, needs]) => [`api/${name}`, needs]),
  ...Object.entries(triggerNeeds).map(([name, needs]) => [`identity/${name}`, needs]),
]);
const learnerFacing = handlers.filter(({ handler }) => !handler.startsWith("deployment/"));

const permissionsOf = (name: string) => {
  const found = handlers.find(({ handler }) => handler === name);
  if (!found) throw new Error(`There is no handler ${name}`);
  return found.permissions.map(({ action, on }) => `${action} ${on}`);
};

/** What every handler may do: write to its own log, and send traces, which X-Ray grants on nothing in particular. */
const isEverybodys = (action: string) => action.startsWith("logs:") || action.startsWith("xray:");

function expectedPermissions({ tables = {}, userPool = [], contentSigning }: Needs): string[] {
  return [
    ...Object.entries(tables).flatMap(([name, actions]) => actions.map((action) => `dynamodb:${action} Data/${name}`)),
    ...userPool.map((action) => `cognito-idp:${action} Identity/UserPool`),
    ...(contentSigning ? ["secretsmanager:GetSecretValue Content/SigningKeys/first-private"] : []),
  ].sort();
}

describe("what handlers may do", () => {
  test.each(learnerFacing)("$handler: what it needs and no more", ({ handler, permissions }) => {
    const needs = needsOf[handler];
    if (!needs) throw new Error(`${handler} has no needs`);
    const granted = permissions.filter(({ action }) => !isEverybodys(action));
    expect(granted.map(({ action, on }) => `${action} ${on}`).sort()).toEqual(expectedPermissions(needs));
  });

  test.each(handlers)("$handler: no wildcards, save on X-Ray, and its own log only", ({ permissions, resource }) => {
    for (const { action, on } of permissions) {
      expect(action).not.toContain("*");
      if (action.startsWith("xray:")) expect(on).toBe('"*"');
      else expect(on).not.toContain("*");
      if (action.startsWith("logs:")) expect(on).toBe(resource.path.replace(/Function$/, "Logs"));
    }
  });

  test("get-account reads, and makes a missing profile, but changes no plan and deletes nothing", () => {
    const permissions = permissionsOf("api/get-account").join("\n");
    expect(permissions).toContain("dynamodb:PutItem Data/profiles");
    expect(permissions).not.toMatch(/(Put|Update|Delete)Item Data\/subscriptions/);
    expect(permissions).not.toContain("Delete");
  });

  test("the signing key is read by the handler that signs, and written by the one that makes it", () => {
    const mayRead = handlers.filter(({ permissions }) =>
      permissions.some(({ action }) => action === "secretsmanager:GetSecretValue"),
    );
    const mayWrite = handlers.filter(({ permissions }) =>
      permissions.some(({ action }) => action === "secretsmanager:PutSecretValue"),
    );
    expect(mayRead.map(({ handler }) => handler).sort()).toEqual([
      "api/grant-content",
      "deployment/create-signing-key",
    ]);
    expect(mayWrite.map(({ handler }) => handler)).toEqual(["deployment/create-signing-key"]);
  });
});

describe("the environment of handlers", () => {
  const environment = process.env;
  const read = new Set<string>();

  beforeAll(() => {
    process.env = new Proxy(environment, {
      get: (target, name) => {
        if (typeof name !== "string" || name.startsWith("AWS_")) return Reflect.get(target, name);
        read.add(name);
        return Reflect.get(target, name) ?? "somewhere";
      },
    });
  });
  afterAll(() => {
    process.env = environment;
  });

  /** The settings that each service reads when it is first used. */
  const settingsOf = (name: string): string[] => {
    const open = Object.entries(services).find(([service]) => service === name)?.[1];
    if (!open || name === "replaceClock") throw new Error(`There is no service ${name}`);
    read.clear();
    // The only service that takes an argument was ruled out above.
    (open as () => unknown)();
    return [...read].filter((setting) => !(setting in environment));
  };

  test("every handler gets exactly what the services that it names read", () => {
    const settings = new Map<string, string[]>();
    for (const { handler, environment: given } of learnerFacing) {
      const source = readFileSync(join(root, "lambdas", `${handler}.ts`), "utf8");
      const named = /on(?:Http|Event)\([^{]*\{([^}]*)\}\s*\)/.exec(source)?.[1] ?? "";
      const names = named.split(",").flatMap((name) => name.trim() || []);
      for (const name of names) if (!settings.has(name)) settings.set(name, settingsOf(name));
      const needed = names.flatMap((name) => settings.get(name) ?? []);
      expect(Object.keys(given).sort(), handler).toEqual(needed.sort());
    }
  });
});
