/** In ms. After this time, every browser has read the file. */
const revokeDelayMs = 60_000;

/** Saves bytes as a file through a download; `type` is the MIME type. */
export function saveFile(name: string, { data, type }: { data: ArrayBuffer | Blob; type: string }): void {
  const url = URL.createObjectURL(new Blob([data], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), revokeDelayMs);
}
