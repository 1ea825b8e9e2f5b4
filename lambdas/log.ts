export type Level = "info" | "warn" | "error";
type Fields = Readonly<Record<string, string | number | boolean | undefined>>;

let write = (level: Level, line: string): void => {
  (level === "error" ? process.stderr : process.stdout).write(`${line}\n`);
};

/** Redirects every line from the process's output to `to`. */
export function directLog(to: (level: Level, line: string) => void): void {
  write = to;
}

/** Writes one structured line. Fields are facts about the call, never bodies, codes, tokens, names or addresses. */
export function log(level: Level, message: string, fields: Fields = {}): void {
  write(level, JSON.stringify({ level, message, ...fields }));
}

/** What may be logged of an unknown failure: its name, message and stack. */
export function describeError(error: unknown): Fields {
  if (!(error instanceof Error)) return { error: String(error) };
  return { error: error.name, reason: error.message, stack: error.stack };
}
