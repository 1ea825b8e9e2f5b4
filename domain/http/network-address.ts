const groupCount = 8;

function groupsOf(part: string): string[] {
  return part === "" ? [] : part.split(":");
}

/** For call counts. One internet connection usually has all IPv6 addresses with the same first 64 bits. */
export function networkKeyOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  if (!/^[0-9a-f:.%]+$/i.test(address) || !address.includes(":")) return address;
  const [head = "", tail] = address.toLowerCase().split("::");
  const first = groupsOf(head);
  const last = groupsOf(tail ?? "");
  const zeros = Math.max(0, groupCount - first.length - last.length);
  const groups = [...first, ...Array<string>(zeros).fill("0"), ...last].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, "")).join(":")}::/64`;
}
