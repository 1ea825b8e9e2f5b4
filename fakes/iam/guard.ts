import { AccessChecker, type Grants } from "./access-checker.ts";
import { startGate } from "./gate.ts";
import { labelCalls } from "./running-function.ts";
import type { GuardedService, ResourceLocation } from "./service-actions.ts";

export type Guard = {
  /** Returns the URL under which functions must call the service at `url`. */
  guardedUrl: (service: GuardedService, url: string) => Promise<string>;
  /** Null if no grants are enforced. */
  access: AccessChecker | null;
};

type ClosableList = { add: <Part extends { close: () => Promise<void> | void }>(part: Part) => Part };

export function createGuard(grants: Grants | undefined, place: ResourceLocation, started: ClosableList): Guard {
  if (!grants) return { guardedUrl: async (_service, url) => url, access: null };
  const access = new AccessChecker(grants);
  const hosts = new Set<string>();
  started.add(labelCalls(hosts));
  return {
    access,
    guardedUrl: async (service, url) => {
      const gate = started.add(await startGate({ service, url, place, access }));
      hosts.add(new URL(gate.url).host);
      return gate.url;
    },
  };
}
