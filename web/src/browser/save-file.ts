/** In ms. By then every browser has read the file. */
const revokeDelayMs = 60_000;

/** Downloads bytes of a MIME type as a file. */
export function saveFile(name: string, { data, type }: { data: ArrayBuffer | Blob; type: string }): void {
  const url = URL.createObjectURL(new Blob([data], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), revokeDelayMs);
}
