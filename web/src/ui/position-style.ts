import type { CSSProperties } from "react";

/**
 * Returns the style that places an element at a fraction of a width, for example at a time on a waveform. @param
 * fraction of the width, 0 to 1
 */
export const positionStyle = (fraction: number): CSSProperties & { "--at": number } => ({
  "--at": Math.max(0, Math.min(1, fraction)),
});
