/** Reads the files of an uncompressed ZIP by name, from the central directory at its end. */
export function readZip(zip: ArrayBuffer): ReadonlyMap<string, Uint8Array> {
  const view = new DataView(zip);
  const end = new Uint8Array(zip).findLastIndex(
    (_, at) => at + 4 <= zip.byteLength && view.getUint32(at, true) === 0x06054b50,
  );
  const files = new Map<string, Uint8Array>();
  let at = view.getUint32(end + 16, true);
  for (let left = view.getUint16(end + 10, true); left > 0; left -= 1) {
    if (view.getUint16(at + 10, true) !== 0) throw new Error("A part is compressed");
    const size = view.getUint32(at + 24, true);
    const [nameLength, extraLength] = [view.getUint16(at + 28, true), view.getUint16(at + 30, true)];
    const name = new TextDecoder().decode(new Uint8Array(zip, at + 46, nameLength));
    const local = view.getUint32(at + 42, true);
    const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    files.set(name, new Uint8Array(zip, start, size));
    at += 46 + nameLength + extraLength + view.getUint16(at + 32, true);
  }
  return files;
}
