import type { CSSProperties } from "react";

/** Stylesheets place an element at `--at`, a fraction of a width. */
export const positionStyle = (fraction: number): CSSProperties & { "--at": number } => ({
  "--at": Math.max(0, Math.min(1, fraction)),
});
