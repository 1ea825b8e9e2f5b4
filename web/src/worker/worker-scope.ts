// TypeScript's types for pages do not declare the global scope of a service worker.

export type ExtendableEvent = Event & { waitUntil: (work: Promise<unknown>) => void };
export type FetchEvent = ExtendableEvent & {
  readonly request: Request;
  respondWith: (response: Promise<Response>) => void;
};
type RouterRule = { condition: { not: { urlPattern: string } }; source: "network" };
/** Some browsers lack `addRoutes`. Others reject conditions that they do not know. */
export type InstallEvent = ExtendableEvent & { addRoutes?: (rules: readonly RouterRule[]) => Promise<void> };
type WorkerEvents = { install: InstallEvent; activate: ExtendableEvent; fetch: FetchEvent; message: MessageEvent };

export type WorkerScope = {
  readonly location: Location;
  readonly clients: { claim: () => Promise<void> };
  skipWaiting: () => Promise<void>;
  addEventListener: <Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ) => void;
};
