import { readStored, writeStored } from "./browser/storage.ts";
import { reloadedAtItem } from "./browser/stored-before-app.ts";

/** "new-version": a deployment has replaced the files. "broken": no other cause was found. */
export type LoadFailure = "offline" | "unreachable" | "new-version" | "broken";

/** The last delay repeats. */
const retryDelaysMs = [1_000, 2_000, 5_000, 10_000] as const;

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

/** Returns false if a reload could start a loop of reloads. */
function tryRecordReload(): boolean {
  const lastMs = Number(readStored(reloadedAtItem));
  return Date.now() - lastMs >= minReloadIntervalMs && writeStored(reloadedAtItem, String(Date.now()));
}

/**
 * Reloads the page, because importing again is not enough: browsers may cache a failed module until a reload.
 */
export function reloadWhenAvailable(report: (trouble: LoadFailure) => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  let turn = 0;
  const look = async () => {
    clearTimeout(timer);
    turn += 1;
    const mine = turn;
    const trouble = await diagnoseLoadFailure();
    if (mine !== turn) return;
    report(trouble);
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

export class MissingFilesError extends Error {}

/** @throws MissingFilesError */
export async function loadAppModule<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    throw new MissingFilesError("A part of the app could not be loaded", { cause });
  }
}
