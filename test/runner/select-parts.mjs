import { allParts, quickParts } from "./parts.mjs";

/**
 * @param {readonly string[]} args names of parts, or "all"
 * @param {NodeJS.ProcessEnv} env
 * @param {boolean} areFakesUnchanged true if the last run of `fakes` is still valid
 * @returns {{ selected: string[], skipped: string[], unknown: string[] }}
 */
export function selectParts(args, env, areFakesUnchanged) {
  const unknown = args.filter((name) => name !== "all" && !allParts.includes(name));
  if (args.includes("all") || (args.length === 0 && env.CI)) return { selected: allParts, skipped: [], unknown };
  if (args.length > 0) return { selected: [...args], skipped: [], unknown };
  const selected = quickParts.filter((name) => name !== "fakes" || !areFakesUnchanged);
  return { selected, skipped: allParts.filter((name) => !selected.includes(name)), unknown };
}
