import { redirectLog } from "../../../lambdas/runtime/log.ts";

let lines: string[] = [];

/** Keeps what is logged from now on. */
export function captureLog(): void {
  lines = [];
  redirectLog((_level, line) => lines.push(line));
}

/** What was logged, as the text that it is. */
export const logText = (): string => lines.join("\n");

/** What was logged, line by line. */
export const logLines = (): unknown[] => lines.map((line) => JSON.parse(line));
