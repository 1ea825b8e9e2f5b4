import path from "node:path";

export type Workspace = {
  scripts: string;
  /**
   * People's recordings, such as `{language}/{topic}/{scenarioId}/segment-1.wav` and `segment-1_translated.wav`, or one
   * file for all segments: `originals.wav`, `translations.wav`.
   */
  recordings: string;
  /** A build removes files that do not belong to the pack, except hidden files. */
  pack: string;
  manifest: string;
  intermediate: string;
  /** Former scripts and recordings, in `{language}/{topic}/{scenarioId}/1` and so on. */
  replaced: string;
};

export function createWorkspace(directory: string): Workspace {
  const at = (name: string) => path.join(directory, name);
  return {
    scripts: at("scripts"),
    recordings: at("recordings"),
    pack: at("pack"),
    manifest: at("pack.manifest.json"),
    intermediate: at(".making"),
    replaced: at("replaced"),
  };
}
