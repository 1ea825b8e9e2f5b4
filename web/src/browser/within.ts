/** Settles as the promise does, or with "late" after so many milliseconds; the browser may leave a promise for ever. */
export async function within<T>(promise: Promise<T>, milliseconds: number): Promise<T | "late"> {
  const { promise: late, resolve } = Promise.withResolvers<"late">();
  const timer = setTimeout(() => resolve("late"), milliseconds);
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
