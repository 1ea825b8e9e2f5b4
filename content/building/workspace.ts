import path from "node:path";

/** Where things lie in the directory in which somebody makes a pack. */
export type Workspace = {
  /** `{language}/{topic}/{scenarioId}.json`, as authors write them. */
  scripts: string;
  /**
   * `{language}/{topic}/{scenarioId}/segment-1.wav`, `segment-1_translated.wav` …, as people recorded them; or all in one,
   * with pauses between: `originals.wav`, `translations.wav`.
   */
  recordings: string;
  /** What is published; whatever the scripts do not call for is removed from it. */
  pack: string;
  /** Remembers from what each recording was made, and what was measured in it. */
  manifest: string;
  /** What an interrupted build had made already. */
  intermediate: string;
};

/** Lays a workshop out in a directory. */
export function createWorkspace(directory: string): Workspace {
  const at = (name: string) => path.join(directory, name);
  return {
    scripts: at("scripts"),
    recordings: at("recordings"),
    pack: at("pack"),
    manifest: at("pack.manifest.json"),
    intermediate: at(".making"),
  };
}
