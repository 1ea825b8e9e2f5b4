import type * as z from "zod/mini";
import { createObservable, type Observable } from "./observable.ts";
import { parseStored, readStored, writeStored } from "./storage.ts";
import type { StoredPreference } from "./stored.ts";

export function createLocalPreference<Schema extends z.ZodMiniType>(
  item: StoredPreference,
  schema: Schema,
  fallback: z.output<Schema>,
): Observable<z.output<Schema>> {
  let opened: Observable<z.output<Schema>> | undefined;
  const open = () => {
    // Reads on first use, because importing a module must have no side effects.
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
