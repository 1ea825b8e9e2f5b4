import { AccessChecker, type Grants } from "./access-checker.ts";
import { startGate } from "./gate.ts";
import { labelCalls } from "./running-function.ts";
import type { GuardedService, ResourceLocation } from "./service-actions.ts";

/** Puts what functions are granted between them and the services that they call. */
export type Guard = {
  /** Where functions find a service that answers at `url`: behind a gate, if there is one. */
  guardedUrl: (service: GuardedService, url: string) => Promise<string>;
  /** Judges what functions do; null if nothing is guarded. */
  access: AccessChecker | null;
};

/** Takes what was started, to end it with all else. */
type ClosableList = { add: <Part extends { close: () => Promise<void> | void }>(part: Part) => Part };

/** Guards services by these grants; with none given, functions may do everything. */
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
