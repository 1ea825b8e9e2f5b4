import { redirectLog } from "../../../lambdas/runtime/log.ts";

let lines: string[] = [];

export function captureLog(): void {
  lines = [];
  redirectLog((_level, line) => lines.push(line));
}

export const logText = (): string => lines.join("\n");

export const logLines = (): unknown[] => lines.map((line) => JSON.parse(line));
