import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { ClientRequest } from "node:http";

type RunningFunction = { name: string };

const runningFunctions = new AsyncLocalStorage<RunningFunction>();
const noFunction: RunningFunction = { name: "" };

/** The header with the name of the calling function. On AWS, each function has its own key pair instead. */
export const functionHeader = "x-local-function";

export function runAsFunction<Arguments extends unknown[], Result>(
  name: string,
  handler: (...given: Arguments) => Result,
): (...given: Arguments) => Result {
  const self = { name };
  return (...given) => runningFunctions.run(self, () => handler(...given));
}

/** Returns the running function, as the same object in all its calls. Outside of functions, its name is "". */
export const runningFunction = (): RunningFunction => runningFunctions.getStore() ?? noFunction;

/** Adds the name of the calling function to requests to these hosts. */
export function labelCalls(hosts: ReadonlySet<string>): { close: () => void } {
  const label = (message: unknown) => {
    if (typeof message !== "object" || message === null || !("request" in message)) return;
    const { request } = message;
    const { name } = runningFunction();
    // A request that waits for "100 Continue" has already sent its headers. So it has no function name, and the gate
    // refuses it.
    if (name === "" || !(request instanceof ClientRequest) || request.headersSent) return;
    if (hosts.has(String(request.getHeader("host")))) request.setHeader(functionHeader, name);
  };
  subscribe("http.client.request.created", label);
  return { close: () => void unsubscribe("http.client.request.created", label) };
}
