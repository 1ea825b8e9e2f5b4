import type { CSSProperties } from "react";

/** Places an element at a part of a width, such as a moment of a recording. @param fraction of the width, 0 to 1 */
export const positionStyle = (fraction: number): CSSProperties & { "--at": number } => ({
  "--at": Math.max(0, Math.min(1, fraction)),
});
