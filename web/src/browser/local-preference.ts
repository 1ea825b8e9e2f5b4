import type * as z from "zod/mini";
import { createObservable, type Observable } from "./observable.ts";
import { parseStored, readStored, writeStored } from "./storage.ts";
import type { StoredPreference } from "./stored.ts";

/**
 * Something a learner has chosen for this browser.
 * @param fallback what holds until something is chosen, or where what is stored makes no sense.
 */
export function createLocalPreference<Schema extends z.ZodMiniType>(
  item: StoredPreference,
  schema: Schema,
  fallback: z.output<Schema>,
): Observable<z.output<Schema>> {
  let opened: Observable<z.output<Schema>> | undefined;
  const open = () => {
    // Read when first asked for: a module that is only imported must touch nothing.
    opened ??= createObservable(parseStored(readStored(item), schema) ?? fallback);
    return opened;
  };
  return {
    get: () => open().get(),
    subscribe: (listener) => open().subscribe(listener),
    set: (value) => {
      open().set(value);
      writeStored(item, JSON.stringify(value));
    },
  };
}
