import type { CSSProperties } from "react";

/** Sets the CSS variable `--at`, which stylesheets use to place an element at a fraction (0 to 1) of a width. */
export const positionStyle = (fraction: number): CSSProperties & { "--at": number } => ({
  "--at": Math.max(0, Math.min(1, fraction)),
});
