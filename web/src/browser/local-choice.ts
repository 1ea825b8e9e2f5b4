import type * as z from "zod/mini";
import { createObservable, type Observable } from "./observable.ts";

/**
 * Something a learner has chosen for this browser, kept in local storage. Where nothing can be stored it lasts until the
 * page is closed.
 * @param fallback what holds until something is chosen, or where what is stored makes no sense.
 */
export function openLocalChoice<Schema extends z.ZodMiniType>(
  key: string,
  schema: Schema,
  fallback: z.output<Schema>,
): Observable<z.output<Schema>> {
  type Choice = z.output<Schema>;
  let opened: Observable<Choice> | undefined;

  const read = (): Choice => {
    try {
      const parsed = schema.safeParse(JSON.parse(localStorage.getItem(key) ?? ""));
      return parsed.success ? parsed.data : fallback;
    } catch {
      return fallback;
    }
  };
  const open = () => {
    // Read when first asked for: a module that is only imported must touch nothing.
    opened ??= createObservable(read());
    return opened;
  };
  return {
    get: () => open().get(),
    subscribe: (listener) => open().subscribe(listener),
    set: (value) => {
      open().set(value);
      try {
        localStorage.setItem(key, JSON.stringify(value));
      } catch {
        // Private windows may refuse; the choice then holds for this visit.
      }
    },
  };
}
