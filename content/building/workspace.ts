import path from "node:path";

/** Paths in the directory in which a teacher builds a pack. */
export type Workspace = {
  scripts: string;
  /**
   * People's recordings: `{language}/{topic}/{scenarioId}/segment-1.wav`, `segment-1_translated.wav` and so on; or one
   * file for all segments with pauses between them: `originals.wav`, `translations.wav`.
   */
  recordings: string;
  /** The built pack. A build removes files that do not belong to the pack, except hidden files. */
  pack: string;
  manifest: string;
  intermediate: string;
  /** Former scripts and recordings: `{language}/{topic}/{scenarioId}/1` and so on. No command reads these files. */
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
