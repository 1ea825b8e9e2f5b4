import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { ClientRequest } from "node:http";

/** A function that runs in this process, as Lambda runs it in one of its own. */
type RunningFunction = { name: string };

const runningFunctions = new AsyncLocalStorage<RunningFunction>();
const noFunction: RunningFunction = { name: "" };

/** The header in which a call says which function makes it, in place of a pair of keys of the function's own. */
export const functionHeader = "x-local-function";

/** Makes a handler known by the name of its function while it runs. */
export function runAsFunction<Arguments extends unknown[], Result>(
  name: string,
  handler: (...given: Arguments) => Result,
): (...given: Arguments) => Result {
  const self = { name };
  return (...given) => runningFunctions.run(self, () => handler(...given));
}

/** The function that runs at present, always the same object for one function; another one outside of all of them. */
export const runningFunction = (): RunningFunction => runningFunctions.getStore() ?? noFunction;

/** Has the calls that a function makes to one of these hosts say which function that is. */
export function labelCalls(hosts: ReadonlySet<string>): { close: () => void } {
  const label = (message: unknown) => {
    if (typeof message !== "object" || message === null || !("request" in message)) return;
    const { request } = message;
    const { name } = runningFunction();
    // What waits for "100 Continue" has its headers written already; it is refused, as it names nobody.
    if (name === "" || !(request instanceof ClientRequest) || request.headersSent) return;
    if (hosts.has(String(request.getHeader("host")))) request.setHeader(functionHeader, name);
  };
  subscribe("http.client.request.created", label);
  return { close: () => void unsubscribe("http.client.request.created", label) };
}
