import { readStored, writeStored } from "./browser/storage.ts";
import { reloadedAtItem } from "./browser/stored-before-app.ts";

/**
 * Why files of the app could not be loaded: there is no network, the host does not answer, a deployment has replaced them,
 * or none of these.
 */
export type LoadFailure = "offline" | "unreachable" | "new-version" | "broken";

/** Waits between looks at a host that does not answer, in ms; the last one stays. */
const retryDelaysMs = [1_000, 2_000, 5_000, 10_000] as const;

/** A page that was loaded anew so shortly before is not helped by that, in ms. */
const minReloadIntervalMs = 30_000;

const entryScriptPath = () => document.querySelector('script[type="module"][src]')?.getAttribute("src") ?? "";

async function diagnoseLoadFailure(): Promise<LoadFailure> {
  if (!navigator.onLine) return "offline";
  try {
    const response = await fetch("/", { cache: "no-store" });
    if (!response.ok) return "unreachable";
    return (await response.text()).includes(`"${entryScriptPath()}"`) ? "broken" : "new-version";
  } catch {
    return navigator.onLine ? "unreachable" : "offline";
  }
}

/** Whether to load the page anew by itself, which is then noted. Without storage nobody could tell how often it was. */
function tryRecordReload(): boolean {
  const lastMs = Number(readStored(reloadedAtItem));
  return Date.now() - lastMs >= minReloadIntervalMs && writeStored(reloadedAtItem, String(Date.now()));
}

/**
 * Tells why files of the app could not be loaded, and loads the page anew by itself as soon as that may help: a browser may
 * keep a file that failed for as long as the page lives. Until the function given back is called.
 */
export function reloadWhenAvailable(tell: (trouble: LoadFailure) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  let turn = 0;
  const look = async () => {
    clearTimeout(timer);
    turn += 1;
    const mine = turn;
    const trouble = await diagnoseLoadFailure();
    if (mine !== turn) return;
    tell(trouble);
    if (trouble === "offline" || trouble === "unreachable") {
      timer = setTimeout(() => void look(), retryDelaysMs[Math.min(tries, retryDelaysMs.length - 1)]);
      tries += 1;
    } else if (tryRecordReload()) window.location.reload();
  };
  const onChange = () => void look();
  for (const change of ["online", "offline"]) window.addEventListener(change, onChange);
  onChange();
  return () => {
    turn += 1;
    clearTimeout(timer);
    for (const change of ["online", "offline"]) window.removeEventListener(change, onChange);
  };
}

/** Files of the app that could not be loaded. */
export class MissingFilesError extends Error {}

/** Loads a part of the app. @throws MissingFilesError */
export async function loadAppModule<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    throw new MissingFilesError("A part of the app could not be loaded", { cause });
  }
}
