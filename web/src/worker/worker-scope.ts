/**
 * The parts of a service worker's global scope that the app's worker uses. TypeScript's types for pages do not declare
 * them.
 */
export type ExtendableEvent = Event & { waitUntil: (work: Promise<unknown>) => void };
export type FetchEvent = ExtendableEvent & {
  readonly request: Request;
  respondWith: (response: Promise<Response>) => void;
};
type RouterRule = { condition: { not: { urlPattern: string } }; source: "network" };
/** Some browsers have no `addRoutes`. Others have it, but reject a condition that they do not know. */
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
