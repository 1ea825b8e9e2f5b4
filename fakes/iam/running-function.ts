import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { ClientRequest } from "node:http";

type RunningFunction = { name: string };

const runningFunctions = new AsyncLocalStorage<RunningFunction>();
const noFunction: RunningFunction = { name: "" };

/** Names the calling function. On AWS, each function has credentials of its own instead. */
export const functionHeader = "x-local-function";

export function runAsFunction<Arguments extends unknown[], Result>(
  name: string,
  handler: (...given: Arguments) => Result,
): (...given: Arguments) => Result {
  const self = { name };
  return (...given) => runningFunctions.run(self, () => handler(...given));
}

/** All calls of a function (`runAsFunction`) get the same object. Outside of functions, the name is "". */
export const runningFunction = (): RunningFunction => runningFunctions.getStore() ?? noFunction;

/** Adds `functionHeader` to the requests that functions send to `hosts`. A host includes its port. */
export function labelCalls(hosts: ReadonlySet<string>): { close: () => void } {
  const label = (message: unknown) => {
    if (typeof message !== "object" || message === null || !("request" in message)) return;
    const { request } = message;
    const { name } = runningFunction();
    // The headers of a request that expects "100 Continue" can no longer change here.
    if (name === "" || !(request instanceof ClientRequest) || request.headersSent) return;
    if (hosts.has(String(request.getHeader("host")))) request.setHeader(functionHeader, name);
  };
  subscribe("http.client.request.created", label);
  return { close: () => void unsubscribe("http.client.request.created", label) };
}
