import { useState } from "react";
import { ScrollRestoration, useLocation } from "react-router";
import { standingPage } from "../standing-page.ts";

const isBrowser = typeof document !== "undefined";

/** Opens each page at its top, or where it was left. The one that stood in the document stays where its reader has got to. */
export function ScrollPositions() {
  const { key } = useLocation();
  const [standing] = useState(() => (isBrowser && standingPage() !== null ? key : null));
  return key === standing ? null : <ScrollRestoration />;
}
