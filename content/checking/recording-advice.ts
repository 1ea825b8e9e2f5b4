import type { Manifest } from "../files/manifest.ts";
import { findSourceAdvice } from "../sound/measure-source.ts";
import type { Problem } from "./pack-reader.ts";

export function findRecordingAdvice(manifest: Manifest): Problem[] {
  return Object.entries(manifest).flatMap(([key, { source }]) =>
    source ? findSourceAdvice(source).map((problem) => ({ path: `recordings/${key}`, problem })) : [],
  );
}
