const groupCount = 8;

function groupsOf(part: string): string[] {
  return part === "" ? [] : part.split(":");
}

/**
 * What stands for one connection to the internet when calls are counted: an IPv4 address whole, of an IPv6 address the
 * first 64 bits, since whoever has one has all that begin so. Anything else stands for itself.
 */
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
