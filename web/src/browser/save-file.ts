/** Long enough for every browser to have read the file, in ms. */
const revokeDelayMs = 60_000;

/** Gives bytes of a MIME type to the learner as a file. */
export function saveFile(name: string, { data, type }: { data: ArrayBuffer | Blob; type: string }): void {
  const url = URL.createObjectURL(new Blob([data], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), revokeDelayMs);
}
