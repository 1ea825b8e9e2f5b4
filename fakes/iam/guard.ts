import { Access, type Grants } from "./access.ts";
import type { GuardedService, Place } from "./deeds.ts";
import { startGate } from "./gate.ts";
import { labelCalls } from "./running-function.ts";

/** Puts what functions are granted between them and the services that they call. */
export type Guard = {
  /** Where functions find a service that answers at `url`: behind a gate, if there is one. */
  before: (service: GuardedService, url: string) => Promise<string>;
  /** Judges what functions do; null if nothing is guarded. */
  access: Access | null;
};

/** Takes what was started, to end it with all else. */
type Starting = { add: <Part extends { close: () => Promise<void> | void }>(part: Part) => Part };

/** Guards services by these grants; with none given, functions may do everything. */
export function openGuard(grants: Grants | undefined, place: Place, started: Starting): Guard {
  if (!grants) return { before: async (_service, url) => url, access: null };
  const access = new Access(grants);
  const hosts = new Set<string>();
  started.add(labelCalls(hosts));
  return {
    access,
    before: async (service, url) => {
      const gate = started.add(await startGate({ service, url, place, access }));
      hosts.add(new URL(gate.url).host);
      return gate.url;
    },
  };
}
