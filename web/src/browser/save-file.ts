/** The URL must stay valid for a while, because browsers may read the file some time after the click. */
const revokeDelayMs = 60_000;

/** `type` is a MIME type. */
export function saveFile(name: string, { data, type }: { data: ArrayBuffer | Blob; type: string }): void {
  const url = URL.createObjectURL(new Blob([data], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), revokeDelayMs);
}
